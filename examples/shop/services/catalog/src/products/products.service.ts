import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { Model } from 'mongoose';
import { Product } from './product.schema';

@Injectable()
export class ProductsService {
  constructor(@InjectModel(Product.name) private readonly products: Model<Product>) {}

  search(words: string, limit: number): Promise<Product[]> {
    const filter = words ? { $text: { $search: words } } : {};
    return this.products.find(filter).sort({ inStock: -1, name: 1 }).limit(limit).lean().exec();
  }

  bySku(sku: string): Promise<Product | null> {
    return this.products.findOne({ sku }).lean().exec();
  }

  add(product: Product): Promise<Product> {
    return this.products.create(product);
  }

  async markSoldOut(sku: string): Promise<void> {
    await this.products.updateOne({ sku }, { inStock: false }).exec();
  }
}
