import assert from 'node:assert/strict';
import { fixture, sign } from '@screening-webhooks/testing';
import { report } from './report.mjs';
import { contractOf, honoApp, PATH, suitesOf } from './suites.mjs';

function serve(app) {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch });
  return {
    url: `http://127.0.0.1:${server.port}${PATH}`,
    stop: () => server.stop(true),
  };
}

/** The server of docs/bun.md, as it is printed there. */
const recipeCases = [
  {
    name: 'a signed delivery is processed, and one that was changed is refused',
    run: async () => {
      const secret = 'whsec_bun';
      Object.assign(process.env, { SCREENING_SECRET: secret, PORT: '0' });
      const { server } = await import('./bun-recipe.ts');
      const at = (path) => `http://localhost:${server.port}${path}`;
      const signed = await sign(fixture('document_verification.completed'), { secret });
      const deliver = async (delivery) =>
        (await fetch(delivery.request(at('/webhooks/screening')))).status;
      // The results of the suites are lines of the same stream.
      const { log, warn } = console;
      console.log = console.warn = () => {};
      const statuses = [await deliver(signed), await deliver(signed.tampered())];
      Object.assign(console, { log, warn });
      const elsewhere = await fetch(at('/'));
      assert.deepEqual([...statuses, elsewhere.status], [200, 401, 404]);
      await server.stop(true);
    },
  },
];

await report(Bun.version, {
  ...suitesOf('node:crypto', Bun.argv[2]),
  recipe: () => recipeCases,
  hono: () => contractOf((receiver) => serve(honoApp(receiver))),
});
