import { Injectable, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { Consumer, Kafka } from 'kafkajs';
import { ProductsService } from '../products/products.service';

interface StockDepleted {
  sku: string;
  at: string;
}

@Injectable()
export class StockConsumer implements OnModuleInit, OnApplicationShutdown {
  private readonly consumer: Consumer;

  constructor(private readonly products: ProductsService) {
    const kafka = new Kafka({
      clientId: 'catalog',
      brokers: (process.env.KAFKA_BROKERS ?? 'localhost:9092').split(','),
    });
    this.consumer = kafka.consumer({ groupId: 'catalog' });
  }

  async onModuleInit(): Promise<void> {
    await this.consumer.connect();
    await this.consumer.subscribe({ topic: process.env.STOCK_TOPIC ?? 'stock-events' });
    await this.consumer.run({
      eachMessage: async ({ message }) => {
        const event = JSON.parse(message.value!.toString()) as StockDepleted;
        await this.products.markSoldOut(event.sku);
      },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.consumer.disconnect();
  }
}
