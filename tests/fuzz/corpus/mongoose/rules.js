enum Part { Left = 'left' }
const OTHER = 'other';
const s = new Schema({ [Part.Left]: { type: String }, [OTHER]: Number, sizes: { _id: false, [Part.Left]: Number } }).plugin(x).index({ a: 1 }).index({ [OTHER]: 1 });
s.path('a').required().minlength(2).match(/^a/).default('ab').index({ sparse: true });
s.path('b').enum('y', 'z').unique(true); s.path('in.two', { type: Number });
const T = mongoose.model(Names.Team, new Schema({ _id: false, by: { type: ObjectId, ref: Names.Thing } }, { discriminatorKey: 'kind' }).index({ by: 1 }).add({ late: Date }));
T.discriminator(Kinds.Small, new Schema({ c: Number }));
mongoose.model('Thing', s);
