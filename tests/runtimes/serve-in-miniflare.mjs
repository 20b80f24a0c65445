// Durable Objects and D1 need more around workerd than a configuration file: Miniflare has it.
import { readFileSync } from 'node:fs';
import { Miniflare } from 'miniflare';

/** Serves a bundle with the bindings of the edge worker, on the given workerd. */
export async function serveInMiniflare(executable, bundle) {
  // Miniflare ships an older workerd.
  process.env.MINIFLARE_WORKERD_PATH = executable;
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: readFileSync(bundle, 'utf8') }],
    modulesRoot: '/',
    compatibilityDate: '2026-04-01',
    durableObjects: { DEDUPE: { className: 'ScreeningDedupe', useSQLite: true } },
    d1Databases: { DB: 'screening', EMPTY_DB: 'empty' },
  });
  const { origin } = await miniflare.ready;
  return { origin, stop: () => miniflare.dispose() };
}
