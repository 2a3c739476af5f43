enum Kind { Big = 'big', Small = 'small' }
class Base { @Prop({ index: true }) tenant: string; }
@Schema({ _id: false })
export class Address { @Prop({ required: true }) city: string; }
@Schema({ timestamps: true, collection: 'cats' })
export class Cat extends Base {
  @ApiProperty({ example: 'Tom' }) @Prop({ required: true, unique: true }) readonly name!: string;
  @Prop() age?: number | null;
  @Prop([String]) tags: string[];
  @Prop({ type: mongoose.Schema.Types.ObjectId, ref: Owner.name }) owner: Owner;
  @Prop({ enum: Kind, default: 'big' }) kind: Kind;
  @Prop(raw({ first: { type: String } })) details: Record<string, any>;
}
export const CatSchema = SchemaFactory.createForClass(Cat);
@Module({ imports: [MongooseModule.forFeature([{ name: Cat.name, schema: CatSchema }])] }) class M {}
