import { createReceiver, memoryStore } from '@screening-webhooks/core';
import { Hono } from 'hono';
import { exportedTypes } from 'screening-webhooks-test-support/exported-types';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { expect, it } from 'vitest';
import * as edge from '../src/edge.js';

// `@screening-webhooks/hono/edge`. That its bundle has no store in memory is a check of `.ci/size-limit.mjs`.

const { webhook } = edge;
const handlers = { '*': () => {} };

async function post(app: Hono): Promise<unknown> {
  const body = eventBody();
  const headers = await signedHeaders(body);
  return (await app.request('/hooks', { method: 'POST', headers, body })).json();
}

it('exports webhook alone, and its type', () => {
  expect(Object.keys(edge)).toEqual(['webhook']);
  expect(exportedTypes(new URL('../src/edge.ts', import.meta.url))).toEqual(['WebhookHandler']);
});

it('claims each event in the store that it was given', async () => {
  const store = memoryStore();
  const claimed: string[] = [];
  const dedupe = {
    ...store,
    claim(key: string, owner: string, leaseMs: number) {
      claimed.push(key);
      return store.claim(key, owner, leaseMs);
    },
  };
  const app = new Hono().post('/hooks', webhook({ secret: SECRET, dedupe, handlers }));
  expect(await post(app)).toEqual({ outcome: 'processed' });
  expect(await post(app)).toEqual({ outcome: 'duplicate' });
  expect(claimed).toHaveLength(2);
});

it('takes the store from the bindings of a request', async () => {
  const store = memoryStore();
  const handler = webhook({ secret: SECRET, dedupe: () => store, handlers });
  const app = new Hono().post('/hooks', handler);
  expect(await post(app)).toEqual({ outcome: 'processed' });
  expect(await post(app)).toEqual({ outcome: 'duplicate' });
  await handler.receiver.drain();
  expect(await post(app)).toEqual({ outcome: 'unavailable' });
});

it('takes a receiver', async () => {
  const receiver = createReceiver({ secret: SECRET, handlers });
  const handler = webhook(receiver);
  expect(handler.receiver).toBe(receiver);
  expect(await post(new Hono().post('/hooks', handler))).toEqual({ outcome: 'processed' });
});

it.each([
  ['left out', { secret: SECRET, handlers }],
  ['undefined', { secret: SECRET, handlers, dedupe: undefined }],
])('throws at construction when dedupe is %s, and names a store to give', (_how, options) => {
  // @ts-expect-error TS2345: dedupe is required.
  expect(() => webhook(options)).toThrow(/^dedupe: expected a DedupeStore.* Give memoryStore\(\)/);
});

it('names a misspelt option as the main entry does', () => {
  const options = { secret: SECRET, dedupe: memoryStore(), handlers, tolerence: 1 };
  expect(() => webhook(options)).toThrow(/tolerence: .* Did you mean tolerance\?/);
});
