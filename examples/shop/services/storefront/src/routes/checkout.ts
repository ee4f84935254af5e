import { Router } from 'express';
import { gateway, Order } from '../gateway.js';

export const checkout = Router();

/** Quote first, then order against the quote: the visitor pays what the page said. */
checkout.post('/', async (request, response) => {
  const { customerId, email, cardToken, lines, currency } = request.body;
  const quote = await gateway.post<{ id: string }>('/api/pricing/quotes', { lines, currency });
  const order = await gateway.post<Order>('/api/orders', {
    customerId,
    email,
    cardToken,
    lines,
    quoteId: quote.data.id,
  });
  response.status(201).json({ id: order.data.id });
});
