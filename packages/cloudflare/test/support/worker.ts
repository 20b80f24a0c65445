import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare, type MiniflareOptions } from 'miniflare';

/** A test worker that runs in workerd. */
export interface RunningWorker {
  /** Runs an action of test-worker.ts, and rejects with the error that it threw. */
  readonly ask: (
    action: string,
    query?: Readonly<Record<string, string | number>>,
  ) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Starts test-worker.ts with bindings of every kind. With `persist`, storage is in that folder. */
export async function startWorker(
  options: { readonly persist?: string } = {},
): Promise<RunningWorker> {
  const { persist } = options;
  const config: MiniflareOptions = {
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: await bundleWorker() }],
    modulesRoot: '/',
    // At most the date of the workerd that this Miniflare ships.
    compatibilityDate: '2026-04-01',
    durableObjects: {
      DEDUPE: { className: 'ScreeningDedupe', useSQLite: true },
      INSPECTED: { className: 'InspectedDedupe', useSQLite: true },
      NO_SQLITE: { className: 'DedupeWithoutSqlite', useSQLite: false },
    },
    d1Databases: { DB: 'screening', DB_WITHOUT_TABLE: 'empty' },
    kvNamespaces: ['KV'],
    queueProducers: { EVENTS: 'events' },
    queueConsumers: {
      events: { maxBatchTimeout: 0.05, maxBatchSize: 10, maxRetries: 3, deadLetterQueue: 'dead' },
      dead: { maxBatchTimeout: 0.05 },
    },
    ...(persist === undefined
      ? {}
      : { durableObjectsPersist: `${persist}/objects`, d1Persist: `${persist}/d1` }),
  };
  const miniflare = new Miniflare(config);
  await miniflare.ready;

  return {
    async ask(action, query = {}) {
      const url = new URL(`http://worker/${action}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
      const response = await miniflare.dispatchFetch(url);
      const answer: unknown = await response.json();
      if (!isAnswer(answer)) throw new Error(`the test worker answered ${JSON.stringify(answer)}`);
      if (!answer.ok) throw new Error(answer.error);
      return answer.value;
    },
    close: () => miniflare.dispose(),
  };
}

type Answer =
  | { readonly ok: true; readonly value?: unknown }
  | { readonly ok: false; readonly error: string };

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'ok' in value;
}

let bundle: Promise<string> | undefined;

function bundleWorker(): Promise<string> {
  bundle ??= build({
    entryPoints: [fileURLToPath(new URL('./test-worker.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['@screening-webhooks/source', 'workerd', 'worker', 'import'],
    write: false,
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  return bundle;
}
