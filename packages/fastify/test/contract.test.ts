import { createReceiver } from '@screening-webhooks/core';
import { type AdapterHarness, adapterContract } from '@screening-webhooks/testing';
import { fastify } from 'fastify';
import { describe, it, vi } from 'vitest';
import { webhook } from '../src/index.js';
import { startApp } from './support/serve-app.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000 });

const harness: AdapterHarness = {
  async start(options) {
    const receiver = createReceiver(options);
    const app = fastify();
    app.register(webhook(receiver), { prefix: '/webhooks/screening' });
    const { url, stop } = await startApp(app);
    return { url: `${url}/webhooks/screening`, drain: receiver.drain, stop };
  },
};

describe.concurrent('passes the contract of adapters', () => {
  it.each(adapterContract(harness))('$name', ({ run }) => run());
});
