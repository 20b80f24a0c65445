import { report } from './report.mjs';
import { contractOf, honoApp, PATH, suitesOf } from './suites.mjs';

function serve(app) {
  const stopping = new AbortController();
  const options = { hostname: '127.0.0.1', port: 0, signal: stopping.signal, onListen() {} };
  const server = Deno.serve(options, app.fetch);
  return {
    url: `http://127.0.0.1:${server.addr.port}${PATH}`,
    stop: () => {
      stopping.abort();
      return server.finished;
    },
  };
}

await report(Deno.version.deno, {
  ...suitesOf('node:crypto', Deno.args[0]),
  hono: () => contractOf((receiver) => serve(honoApp(receiver))),
});
