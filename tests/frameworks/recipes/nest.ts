import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { webhook } from '@screening-webhooks/express';

@Module({})
class AppModule {}

async function bootstrap() {
  const { SCREENING_SECRET, PORT = '3000' } = process.env;
  if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');

  const app = await NestFactory.create<NestExpressApplication>(AppModule, { rawBody: true });
  app.use(
    '/webhooks/screening',
    webhook({
      secret: SCREENING_SECRET,
      handlers: {
        'document_verification.completed': ({ id, data }) => console.log(id, data.externalId),
      },
    }),
  );
  await app.listen(PORT);
  return app;
}

export const started = bootstrap();
