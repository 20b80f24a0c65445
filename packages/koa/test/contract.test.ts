import { createReceiver } from '@screening-webhooks/core';
import { type AdapterHarness, adapterContract } from '@screening-webhooks/testing';
import Koa from 'koa';
import { startServer } from 'screening-webhooks-test-support/serve';
import { describe, it, vi } from 'vitest';
import { webhook } from '../src/index.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000 });

const harness: AdapterHarness = {
  async start(options) {
    const receiver = createReceiver(options);
    const app = new Koa().use(webhook(receiver));
    // Koa prints an error when a sender disconnects.
    app.silent = true;
    const { url, stop } = await startServer(app.callback());
    return { url, drain: receiver.drain, stop };
  },
};

describe.concurrent('passes the contract of adapters', () => {
  it.each(adapterContract(harness))('$name', ({ run }) => run());
});
