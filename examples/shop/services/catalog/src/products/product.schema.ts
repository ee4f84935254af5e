import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { HydratedDocument } from 'mongoose';

@Schema({ collection: 'products', timestamps: true })
export class Product {
  @Prop({ required: true, unique: true })
  sku!: string;

  @Prop({ required: true })
  name!: string;

  @Prop()
  latinName?: string;

  @Prop({ required: true, min: 0 })
  basePriceCents!: number;

  @Prop({ default: true })
  inStock!: boolean;
}

export type ProductDocument = HydratedDocument<Product>;
export const ProductSchema = SchemaFactory.createForClass(Product);
