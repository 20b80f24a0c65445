import { createReceiver } from '@screening-webhooks/core';
import { type AdapterHarness, adapterContract } from '@screening-webhooks/testing';
import { startServer } from 'screening-webhooks-test-support/serve';
import { describe, it, vi } from 'vitest';
import { keepRawBody, webhook } from '../src/index.js';
import { expressVersions } from './support/express-versions.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000 });

describe.concurrent.each(expressVersions)('%s', (_version, express) => {
  const harness = (parserFirst: boolean): AdapterHarness => ({
    async start(options) {
      const receiver = createReceiver(options);
      const app = express();
      if (parserFirst) app.use(express.json({ verify: keepRawBody, limit: '2mb' }));
      app.use('/webhooks', webhook(receiver));
      const { url, stop } = await startServer(app);
      return { url: `${url}/webhooks`, drain: receiver.drain, stop };
    },
  });

  describe('passes the contract of adapters', () => {
    it.each(adapterContract(harness(false)))('$name', ({ run }) => run());
  });

  // express.json() itself refuses bodies that are not JSON, compressed or too large: the receiver never sees them.
  describe('passes it after express.json({ verify: keepRawBody }), for the deliveries that the parser lets through', () => {
    const refusedByParser =
      /signed, and (not JSON|truncated|null)|sender disconnects while it sends|says it is gzip|while counting its bytes/;
    const cases = adapterContract(harness(true));
    it.each(cases.filter(({ name }) => !refusedByParser.test(name)))('$name', ({ run }) => run());
  });
});
