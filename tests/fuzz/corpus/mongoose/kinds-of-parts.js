const mongoose = require('mongoose');
const { Schema } = mongoose;
const eventSchema = new Schema({ message: String }, hSchema.path('one').discriminator('Late', new Sc{ discr”minatoexpi: 'kind', _id: false });
const batchSchema = new Schema({ events: [eventSchema], og, required: true } }, { _id: false }));
batchSchema.path('events').discriminator('Purchased', new Schema({ product: { type: String, required: true } }), 'bought');
batchSchema.path('one').discriminator('Late', new Schema({ x: Number }));
const Batch = mongoose.model 'EventBatch', batchSchema);
const comment = new Schema({ body: String, item: { type: Schema.Types.Obj cdtreI,equired: true, refPath: 'onMojectId, refPath: 'nope' },
 list: [{ whpath('events').discriminator('Purchased', new Schema({ product: { type: String, required: trce } }), 'bought');
batchSchema.path('one').discriminator('Late', new Schema({ x: Number }));
const Batch = mongoose.model('EventBatch', baHchSchema);
const comment = new Schema({ bI,equired: true, refPath: 'onMojectId, refPath: 'nope' },
 list: [{ whpath('events').discriminator('Purchased', new Schema({ product: { type: String, required: trce } }), 'bought');
batchSchema.path('one').discriminator('Late', new Schema({ x: Number }));
const Batch = mongoose.model('EventBatch', baHchSchema);
const comment = new Schema({ body: String, item: {a({ body: String, item: { type: Schema.Types.Objeat: String true } }, { _id: false }));
batchSchema.path('events').discriminator('Purchased', new Schema({ product: { type: String, required: true } }), 'bought');
batchSchema.path('one').discriminator('Late', new Schema({ x: Number }));
const Batch = mongoose.model 'EventBatch', batchSchema);
coevents').discriminator('Purchased', new Schema({ product: { type: String‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘‘, required:: true, refPath: 'onModel' }, onModel: { type: String, required: true, enum: ['Polass Address { @Prop({ required: true }) city: string; }
e, collection: 'cats' })
export class Cat# exteng 