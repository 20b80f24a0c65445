import { createReceiver } from '@screening-webhooks/core';
import { type AdapterHarness, adapterContract } from '@screening-webhooks/testing';
import express from 'express';
import { startServer } from 'screening-webhooks-test-support/serve';
import { describe, it, vi } from 'vitest';
import { webhook } from '../src/index.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000 });

const harness: AdapterHarness = {
  async start(options) {
    const receiver = createReceiver(options);
    const { url, stop } = await startServer(express().use('/webhooks', webhook(receiver)));
    return { url: `${url}/webhooks`, drain: receiver.drain, stop };
  },
};

describe.concurrent('passes the contract of adapters', () => {
  it.each(adapterContract(harness))('$name', ({ run }) => run());
});
