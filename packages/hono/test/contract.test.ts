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

// In process, no socket takes part.
const ofSockets = /in several pieces|exactly the limit|without a length|disconnects|^drains/;

describe.concurrent('app.fetch passes the contract of adapters', () => {
  it.each(adapterContract(inProcess))('$name', ({ run }) => run());
});

describe.concurrent('@hono/node-server passes the part of it about sockets', () => {
  const cases = adapterContract(onNodeServer).filter(({ name }) => ofSockets.test(name));
  it.each(cases)('$name', ({ run }) => run());
});
