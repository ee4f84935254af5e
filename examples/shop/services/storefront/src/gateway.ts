import axios from 'axios';

/** Everything that the storefront knows comes through the gateway; it talks to no service itself. */
export const gateway = axios.create({
  baseURL: process.env.GATEWAY_URL ?? 'http://localhost:8080',
  timeout: 5000,
});

export interface Product {
  sku: string;
  name: string;
  latinName?: string;
  inStock: boolean;
}

export interface Order {
  id: string;
  status: string;
  total: number;
  currency: string;
}
