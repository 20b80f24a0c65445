// Bun and Deno serve functions from a Request to a Response.
import { fixture, sign } from '@screening-webhooks/testing';
import { mustMatch, report } from './cases.mjs';
import { sqliteSuites } from './sqlite.mjs';
import { contractOf, honoApp, PATH, suitesOf } from './suites.mjs';

const hostname = '127.0.0.1';

const runtimes = {
  bun: () => ({
    version: Bun.version,
    serviceUrl: Bun.argv[2],
    serve(app) {
      const server = Bun.serve({ hostname, port: 0, fetch: app.fetch });
      return { url: `http://${hostname}:${server.port}${PATH}`, stop: () => server.stop(true) };
    },
    // The server of docs/bun.md, as it is printed there.
    more: { recipe: () => [{ name: 'answers 200, 401 and 404', run: checkRecipe }] },
  }),
  deno: () => ({
    version: Deno.version.deno,
    serviceUrl: Deno.args[0],
    serve(app) {
      const stopping = new AbortController();
      const options = { hostname, port: 0, signal: stopping.signal, onListen() {} };
      const server = Deno.serve(options, app.fetch);
      const stop = () => {
        stopping.abort();
        return server.finished;
      };
      return { url: `http://${hostname}:${server.addr.port}${PATH}`, stop };
    },
  }),
};

async function checkRecipe() {
  const secret = 'whsec_bun';
  Object.assign(process.env, { SCREENING_SECRET: secret, PORT: '0' });
  const { server } = await import('./bun-recipe.ts');
  const at = (path) => `http://localhost:${server.port}${path}`;
  const delivery = await sign(fixture('document_verification.completed'), { secret });
  const requests = [delivery, delivery.tampered()].map(({ request }) =>
    request(at('/webhooks/screening')),
  );
  const statuses = [];
  const { log, warn } = console;
  Object.assign(console, { log() {}, warn() {} });
  for (const request of [...requests, at('/')]) statuses.push((await fetch(request)).status);
  Object.assign(console, { log, warn });
  mustMatch('statuses', statuses, [200, 401, 404]);
  await server.stop(true);
}

const { version, serviceUrl, serve, more } = runtimes[globalThis.Bun ? 'bun' : 'deno']();
await report(version, {
  ...suitesOf('node:crypto', serviceUrl),
  hono: () => contractOf((receiver) => serve(honoApp(receiver))),
  ...(await sqliteSuites()),
  ...more,
});
