import 'reflect-metadata';
import { Logger, type MiddlewareConsumer, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { webhook } from '@screening-webhooks/express';
import { expect, it, onTestFinished } from 'vitest';
import { delivery, post, SECRET } from './support.js';

// Middleware of a module runs behind the body parser of Nest.

@Module({})
class AppModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer
      .apply(webhook({ secret: SECRET, handlers: { '*': () => {} } }))
      .forRoutes('webhooks/screening');
  }
}

Logger.overrideLogger(false);

async function answer(options: { rawBody?: boolean }) {
  const app = await NestFactory.create<NestExpressApplication>(AppModule, options);
  onTestFinished(() => app.close());
  await app.listen(0);
  return post(app.getHttpServer(), '/webhooks/screening', await delivery('evt_nest'));
}

it('with rawBody: true, middleware of a module gets the exact bytes', async () => {
  expect(await answer({ rawBody: true })).toEqual([200, { outcome: 'processed' }]);
});

it('without it, the answer is 500 and never a wrong signature', async () => {
  expect((await answer({}))[0]).toBe(500);
});
