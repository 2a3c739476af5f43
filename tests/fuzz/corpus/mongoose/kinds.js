const mongoose = require('mongoose');
const { Schema } = mongoose;
const eventSchema = new Schema({ message: String }, { discriminatorKey: 'kind', _id: false });
const batchSchema = new Schema({ events: [eventSchema], one: eventSchema });
const docArray = batchSchema.path('events');
const Clicked = docArray.discriminator('Clicked', new Schema({ element: { type: String, required: true } }, { _id: false }));
batchSchema.path('events').discriminator('Purchased', new Schema({ product: { type: String, required: true } }), 'bought');
batchSchema.path('one').discriminator('Late', new Schema({ x: Number }));
const Batch = mongoose.model('EventBatch', batchSchema);
const comment = new Schema({ body: String, item: { type: Schema.Types.ObjectId, required: true, refPath: 'onModel' }, onModel: { type: String, required: true, enum: ['Post', 'Prod'] }, other: { type: Schema.Types.ObjectId, refPath: 'nope' },
 list: [{ what: String, id: { type: Schema.Types.ObjectId, refPath: 'list.what' } }] });
mongoose.model('Comment', comment);
mongoose.model('Post', new Schema({ a: String }));
mongoose.model('Prod', new Schema({ a: String }));
