import mongoose, { Schema, model, Document, Types } from 'mongoose';
import addressSchema from './address';
enum Role { User = 'user', Admin = 'admin' }
interface IUser extends Document { name: string }
const base = { createdBy: { type: Schema.Types.ObjectId, ref: 'User' } };
const userSchema: Schema<IUser> = new Schema<IUser>({
  /** Full name. */
  name: { type: String, required: [true, 'needed'], trim: true, maxlength: 50 },
  email: { type: String, unique: true, match: /^\S+@\S+$/i },
  age: { type: Number, min: 0, max: [150, 'old'] },
  role: { type: String, enum: Object.values(Role), default: Role.User },
  tags: [String],
  address: addressSchema,
  friends: [{ type: Schema.Types.ObjectId, ref: 'User' }],
  grid: [[Number]],
  meta: { votes: Number, type: { type: String }, deep: { a: { b: Boolean } } },
  social: { type: Map, of: String },
  any: Schema.Types.Mixed,
  items: [{ product: { type: mongoose.Schema.Types.ObjectId, ref: 'Product', required: true }, qty: { type: Number, default: 1 } }],
  'dot.ted': String,
  expires: { type: Date, expires: '2d' },
  ...base,
  fn: { type: Date, default: () => Date.now() },
}, { timestamps: true, toJSON: { virtuals: true } });
userSchema.index({ name: 1, 'address.city': -1 }, { unique: true, partialFilterExpression: { age: { $gt: 3 } } });
userSchema.virtual('posts', { ref: 'Post', localField: '_id', foreignField: 'author' });
userSchema.pre<IUser>('save', async function (next) { const x = { a: 1 }; if (x.a / 2 > 1) next(); });
userSchema.methods.foo = function () { return `a ${this.b} {`; };
export default mongoose.models.User || model<IUser>('User', userSchema);
const Product = mongoose.model('Product', new Schema({ sku: { type: String, index: true }, price: Schema.Types.Decimal128 }, { collection: 'goods', versionKey: false, discriminatorKey: 'kind' }));
const Book = Product.discriminator('Book', new Schema({ isbn: String }));
const postSchema = new mongoose.Schema({ author: { type: Types.ObjectId, required: true }, title: String, comments: [new Schema({ text: String, by: { type: Types.ObjectId, ref: 'User' } }, { _id: false })] });
export const Post = model('Post', postSchema, 'blog_posts');
