import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createReceiver, type Handlers } from '@screening-webhooks/core';
import { fixture } from '@screening-webhooks/testing';
import type { Context } from 'koa';
import { onTestFinished, vi } from 'vitest';
import { createApp as createExpressApp } from '../../../../../examples/express-existing-app/src/create-app.js';
import { memoryClinicians } from '../../../../../examples/express-existing-app/src/memory-clinicians.js';
import { screeningHandlers as expressHandlers } from '../../../../../examples/express-existing-app/src/screening-handlers.js';
import { createApp as createKoaApp } from '../../../../../examples/koa-app/src/create-app.js';
import { memoryCredentials } from '../../../../../examples/koa-app/src/credentials.js';
import { screeningHandlers as koaHandlers } from '../../../../../examples/koa-app/src/screening-handlers.js';
import type { ReceiverProbe } from './probe.js';

/** Creates an example of this repository, or the bare receiver, with handlers that call `probe.work` first. */
export type CreateOwnReceiver = (
  secrets: readonly string[],
  probe: ReceiverProbe,
) => RequestListener | Promise<RequestListener>;

const { externalId } = fixture('document_verification.completed').data;

/** `examples/express-existing-app`. */
export const expressExample: CreateOwnReceiver = (secret, probe) => {
  const clinicians = memoryClinicians([{ id: externalId, name: 'Maria Fernanda Ortiz' }]);
  const handlers = expressHandlers({
    ...clinicians,
    async decide(id, decision) {
      await probe.work(decision.eventId);
      return clinicians.decide(id, decision);
    },
  });
  return createExpressApp({
    clinicians,
    apiKey: 'k',
    log: () => {},
    screening: { secret, handlers },
  });
};

/** `examples/koa-app`. */
export const koaExample: CreateOwnReceiver = async (secret, probe) => {
  const credentials = memoryCredentials();
  await credentials.save(externalId, 'unverified');
  const own = koaHandlers(credentials);
  const handlers: Handlers<Context> = {
    ...own,
    'document_verification.completed': async (event, context) => {
      await probe.work(event.id);
      await own['document_verification.completed']?.(event, context);
    },
  };
  const app = createKoaApp({ credentials, log: () => {}, screening: { secret, handlers } });
  // Koa logs broken connections to the console.
  app.silent = true;
  return app.callback();
};

/** `examples/hono-edge`, which has one secret. */
export const honoExample: CreateOwnReceiver = async ([secret = ''], probe) => {
  // Loaded for this test alone: its receiver captures the clock when the module loads, and the test replaces the clock.
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
  const { default: worker } = await import('../../../../../examples/hono-edge/src/worker.js');
  const RESULTS = { send: ({ eventId }: { readonly eventId: string }) => probe.work(eventId) };
  // On Node, the worker's secret is an environment variable.
  vi.stubEnv('SCREENING_SECRET', secret);
  return getRequestListener((request) => worker.fetch(request, { RESULTS }));
};

/** `receiver.fetch`, with no framework but Node's server. */
export function bareReceiver(secret: readonly string[], probe: ReceiverProbe): RequestListener {
  const receiver = createReceiver({ secret, handlers: { '*': ({ id }) => probe.work(id) } });
  return getRequestListener((request) => receiver.fetch(request));
}
