import { Body, Controller, Get, NotFoundException, Param, Post, Query } from '@nestjs/common';
import { Product } from './product.schema';
import { ProductsService } from './products.service';

@Controller('products')
export class ProductsController {
  constructor(private readonly products: ProductsService) {}

  @Get()
  search(@Query('q') words = '', @Query('limit') limit = '24'): Promise<Product[]> {
    return this.products.search(words, Number(limit));
  }

  @Get(':sku')
  async show(@Param('sku') sku: string): Promise<Product> {
    const product = await this.products.bySku(sku);
    if (!product) {
      throw new NotFoundException(`no product ${sku}`);
    }
    return product;
  }

  @Post()
  add(@Body() product: Product): Promise<Product> {
    return this.products.add(product);
  }
}
