import type { ReceiverOptions } from '@screening-webhooks/core';
import { type AdapterHarness, adapterContract } from '@screening-webhooks/testing';
import { describe, it, vi } from 'vitest';
import { ScreeningReceiver } from '../src/index.js';
import { createApp, platforms, providerOf, screening, startApp } from '../test/support/nest-app.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000 });

describe.concurrent.each(platforms)('Nest on %s passes the contract of adapters', (platform) => {
  const harness: AdapterHarness = {
    async start({ handlers, unknownTypes: _, ...options }: ReceiverOptions) {
      const app = await createApp(platform, {
        imports: [screening({ ...options, path: '/webhooks/screening' })],
        providers: [providerOf(handlers)],
      });
      const { url, stop } = await startApp(app);
      const { drain } = app.get(ScreeningReceiver, { strict: false });
      return { url: `${url}/webhooks/screening`, drain, stop };
    },
  };
  it.each(adapterContract(harness))('$name', ({ run }) => run());
});
