import { createReceiver } from '@screening-webhooks/core';
import { type AdapterHarness, adapterContract } from '@screening-webhooks/testing';
import { describe, it } from 'vitest';
import { serve } from '../../testing/test/support/serve.js';
import { webhook } from '../src/index.js';
import { koaVersions } from './support/koa-versions.js';

describe.each(koaVersions)('%s keeps the contract of adapters', (_version, Koa) => {
  const harness: AdapterHarness = {
    async start(options) {
      const receiver = createReceiver(options);
      const { url } = await serve(new Koa().use(webhook(receiver)).callback());
      return { url, drain: receiver.drain };
    },
  };
  it.each(adapterContract(harness))('$name', ({ run }) => run());
});
