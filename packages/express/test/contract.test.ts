import { createReceiver } from '@screening-webhooks/core';
import { type AdapterHarness, adapterContract } from '@screening-webhooks/testing';
import { describe, it } from 'vitest';
import { serve } from '../../testing/test/support/serve.js';
import { keepRawBody, webhook } from '../src/index.js';
import { expressVersions } from './support/express-versions.js';

describe.each(expressVersions)('%s', (_version, express) => {
  const served =
    (parserBefore: boolean): AdapterHarness['start'] =>
    async (options) => {
      const receiver = createReceiver(options);
      const app = express();
      if (parserBefore) app.use(express.json({ verify: keepRawBody, limit: '2mb' }));
      app.use('/webhooks', webhook(receiver));
      const { url } = await serve(app);
      return { url: `${url}/webhooks`, drain: receiver.drain };
    };

  describe('keeps the contract of adapters', () => {
    it.each(adapterContract({ start: served(false) }))('$name', ({ run }) => run());
  });

  // What express.json() refuses by itself never reaches us: bodies that are not JSON, or that it finds too large.
  describe('keeps it behind express.json({ verify: keepRawBody }), as far as the parser lets deliveries through', () => {
    const refusedByParser =
      /signed, and (not JSON|truncated|null)|sender that goes away while it sends|says it is gzip|while counting it/;
    const cases = adapterContract({ start: served(true) });
    it.each(cases.filter(({ name }) => !refusedByParser.test(name)))('$name', ({ run }) => run());
  });
});
