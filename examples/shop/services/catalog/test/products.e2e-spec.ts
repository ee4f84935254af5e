import request from 'supertest';

const gateway = process.env.GATEWAY_URL ?? 'http://gateway:8080';

describe('products, through the gateway', () => {
  it('finds the monstera', async () => {
    const response = await request(gateway).get('/api/catalog/products/MON-DEL-17');
    expect(response.status).toBe(200);
  });

  it('prices it', async () => {
    const response = await fetch('http://pricing:8000/v1/prices/MON-DEL-17');
    expect(response.status).toBe(200);
  });
});
