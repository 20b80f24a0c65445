import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type {
  INestApplication,
  ModuleMetadata,
  NestApplicationOptions,
  Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Handlers } from '@screening-webhooks/core';
import type { ServedApp } from 'screening-webhooks-test-support/serve';
import { SECRET } from 'screening-webhooks-test-support/signed';
import {
  type NestFramework,
  OnScreeningEvent,
  ScreeningWebhooksModule,
  type ScreeningWebhooksOptions,
} from '../../src/index.js';

export type Platform = 'Express' | 'Fastify';
export const platforms: readonly Platform[] = ['Express', 'Fastify'];

/** The module with a secret. Other test files have decorated classes of their own. */
export function screening(options: Partial<ScreeningWebhooksOptions> = {}) {
  return ScreeningWebhooksModule.forRoot({
    path: '/hooks',
    secret: SECRET,
    observe: false,
    unprovidedHandlers: 'ignore',
    ...options,
  });
}

/** A provider that has these handlers as decorated methods. */
export function providerOf(handlers: Handlers<NestFramework>): Type {
  class Provider {}
  for (const [type, value] of Object.entries(handlers)) {
    Object.defineProperty(Provider.prototype, type, { value });
    OnScreeningEvent(type as '*')(Provider.prototype, type, {});
  }
  return Provider;
}

/** An app that is neither initialised nor listening. */
export function createApp(
  platform: Platform,
  metadata: ModuleMetadata,
  options: NestApplicationOptions = {},
): Promise<INestApplication> {
  const adapter = platform === 'Express' ? new ExpressAdapter() : new FastifyAdapter();
  const module = { module: class AppModule {}, ...metadata };
  return NestFactory.create(module, adapter, { logger: false, abortOnError: false, ...options });
}

/** Starts an app on a free port. The caller stops it: for tests that run concurrently. */
export async function startApp(app: INestApplication): Promise<ServedApp> {
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer();
  const { port }: AddressInfo = server.address();
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    stop() {
      server.closeAllConnections();
      void app.close();
    },
  };
}
