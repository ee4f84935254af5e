import { Router } from 'express';
import { gateway, Order, Product } from '../gateway.js';

export const pages = Router();

pages.get('/', async (request, response) => {
  const { data } = await gateway.get<Product[]>('/api/catalog/products', { params: { q: request.query.q } });
  response.render('shelf', { products: data });
});

pages.get('/products/:sku', async (request, response) => {
  const { sku } = request.params;
  const [product, price] = await Promise.all([
    gateway.get<Product>(`/api/catalog/products/${sku}`),
    gateway.get<{ amount: number }>(`/api/pricing/prices/${sku}`),
  ]);
  response.render('product', { product: product.data, price: price.data });
});

pages.get('/orders/:id', async (request, response) => {
  const { id } = request.params;
  const order = await gateway.get<Order>(`/api/orders/${id}`);
  const shipments = await gateway.get('/api/shipments', { params: { orderId: id } });
  response.render('order', { order: order.data, shipments: shipments.data });
});
