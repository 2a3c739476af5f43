const m=require('mongoose'); const x=[{type:x}]; m.model('A',new m.Schema({a:x}))
