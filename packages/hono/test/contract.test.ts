import { getRequestListener } from '@hono/node-server';
import { createReceiver, type Receiver } from '@screening-webhooks/core';
import { type AdapterHarness, adapterContract } from '@screening-webhooks/testing';
import { Hono } from 'hono';
import { describe, it } from 'vitest';
import { serve } from '../../testing/test/support/serve.js';
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
    const { url } = await serve(getRequestListener(appFor(receiver).fetch));
    return { url: `${url}/webhooks`, drain: receiver.drain };
  },
};

describe.each([
  ['app.fetch', inProcess],
  ['@hono/node-server', onNodeServer],
])('%s keeps the contract of adapters', (_name, harness) => {
  it.each(adapterContract(harness))('$name', ({ run }) => run());
});
