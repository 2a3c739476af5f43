const m=require('mongoose'); const x={type:Map,of:x}; m.model('A',new m.Schema({a:x}))
