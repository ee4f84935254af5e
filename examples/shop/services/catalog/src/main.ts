import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { logger } from '@fernway/logging';
import { AppModule } from './app.module';

async function bootstrap(): Promise<void> {
  const app = await NestFactory.create(AppModule, { bufferLogs: true });
  app.setGlobalPrefix('v1');
  app.enableShutdownHooks();
  await app.listen(3000);
  logger('catalog').info('the shelves are open');
}

void bootstrap();
