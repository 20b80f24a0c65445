import { report } from './report.mjs';
import { contractOf, honoApp, PATH, suitesOf } from './suites.mjs';

function serve(app) {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: app.fetch });
  return {
    url: `http://127.0.0.1:${server.port}${PATH}`,
    stop: () => server.stop(true),
  };
}

await report(Bun.version, {
  ...suitesOf('node:crypto', Bun.argv[2]),
  hono: () => contractOf((receiver) => serve(honoApp(receiver))),
});
