const mongoose = require('mongoose');
const { Schema } = mongoose;
const texts = {};
for (const lang of ['en', 'de']) texts[lang] = { type: String };
texts.other = Date;
const text = (max, { must = false } = {}) => ({ type: String, maxlength: max, required: must });
function make (name, extra = {}) { const it = new Schema({ ...extra, name: text(5) }); it.add({ at: Date }); return it; }
function owned (schema, path) { schema.add({ [path]: { type: Schema.Types.ObjectId } }); owned(schema, path); }
const thing = make('x', { title: texts, [`n_${1}`]: Number, ['k' + 'l']: [String] });
Object.entries({ a: 1, b: 2 }).forEach(([key, value], i) => { thing.path(key, Number); });
for (const key in { c: 1 }) { thing.add({ [key]: { type: Schema.Types.Union, of: [String, Number] } }); }
owned(thing, 'owner');
thing.plugin((s, o) => { s.add({ [o.name]: Boolean }); }, { name: 'gone' });
mongoose.plugin(require('some-package'));
mongoose.model('Thing', thing);
