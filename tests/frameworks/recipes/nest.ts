import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { EventOf } from '@screening-webhooks/core';
import { OnScreeningEvent, ScreeningWebhooksModule } from '@screening-webhooks/nestjs';

@Injectable()
class Licenses {
  @OnScreeningEvent('document_verification.completed')
  onCompleted({ id, data }: EventOf<'document_verification.completed'>) {
    console.log(id, data.externalId);
  }
}

@Module({
  imports: [
    ScreeningWebhooksModule.forRootAsync({
      useFactory: () => ({
        path: '/webhooks/screening',
        secret: process.env['SCREENING_SECRET'] ?? '',
      }),
    }),
  ],
  providers: [Licenses],
})
class AppModule {}

async function bootstrap() {
  if (!process.env['SCREENING_SECRET']) throw new Error('SCREENING_SECRET is not set.');

  const app = await NestFactory.create(AppModule);
  app.enableShutdownHooks(); // drains on SIGTERM
  await app.listen(process.env['PORT'] ?? 3000);
  return app;
}

export const started = bootstrap();
