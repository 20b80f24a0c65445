import { getRequestListener } from '@hono/node-server';
import { createReceiver, type Receiver } from '@screening-webhooks/core';
import { type AdapterHarness, adapterContract } from '@screening-webhooks/testing';
import { Hono } from 'hono';
import { startServer } from 'screening-webhooks-test-support/serve';
import { describe, it, vi } from 'vitest';
import { webhook } from '../src/index.js';

const appFor = (receiver: Receiver): Hono => new Hono().all('/webhooks', webhook(receiver));

const inProcess: AdapterHarness = {
  start(options) {
    const receiver = createReceiver(options);
    const { fetch } = appFor(receiver);
    return { url: 'https://receiver.test/webhooks', fetch, drain: receiver.drain };
  },
};

const onNodeServer: AdapterHarness = {
  async start(options) {
    const receiver = createReceiver(options);
    const { url, stop } = await startServer(getRequestListener(appFor(receiver).fetch));
    return { url: `${url}/webhooks`, drain: receiver.drain, stop };
  },
};

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000 });

describe.concurrent.each([
  ['app.fetch', inProcess],
  ['@hono/node-server', onNodeServer],
])('%s passes the contract of adapters', (_name, harness) => {
  it.each(adapterContract(harness))('$name', ({ run }) => run());
});
