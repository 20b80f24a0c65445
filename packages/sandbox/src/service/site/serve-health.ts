import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, Hono } from 'hono';

/** Why a process is not alive: a new one may do better. */
type DeadReason = 'engine_stalled' | 'disk_full';

/** Why a process should get no requests now. */
type UnreadyReason =
  | 'starting'
  | 'draining'
  | 'newer_schema'
  | 'database_away'
  | 'database_read_only';

export interface HealthChecks {
  /** `undefined` if it is alive. */
  dead(): DeadReason | undefined;
  /** `undefined` if it can answer. Rejects when the database does not answer. */
  unready(): Promise<UnreadyReason | undefined>;
}

// A probe gives up after some seconds, and then the reason is lost.
const DATABASE_MS = 2000;

/** `/healthz`, liveness, and `/readyz`, readiness. They accept any host: load balancers use an address in place of the name. */
export function serveHealth({ dead, unready }: HealthChecks): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => answer(c, dead()));
  app.get('/readyz', async (c) => {
    const late = sleep(DATABASE_MS, 'database_away' as const, { ref: false });
    const found = unready().catch(() => 'database_away' as const);
    return answer(c, await Promise.race([found, late]));
  });
  return app;
}

/** Tells every request that this process cannot answer it now, but is alive. @param sentence Why, for a person. */
export function serveUnavailable(reason: UnreadyReason, sentence: string): Hono {
  return serveHealth({ dead: () => undefined, unready: async () => reason }).all('*', (c) =>
    c.text(sentence, 503, { 'retry-after': '1' }),
  );
}

function answer(c: Context, reason: DeadReason | UnreadyReason | undefined): Response {
  c.header('cache-control', 'no-store');
  return reason === undefined
    ? c.json({ status: 'ok', reason: null })
    : c.json({ status: 'unavailable', reason }, 503);
}
