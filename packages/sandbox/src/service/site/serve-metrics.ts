import { setTimeout as sleep } from 'node:timers/promises';
import { sql as raw } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Sql } from '../db/sql.js';
import { readBacklog } from '../engine/take-jobs.js';
import { Problem, problemResponse } from '../http/problem.js';
import { isSameText } from '../login/tokens.js';
import { type Family, gauge, type Metrics, writeMetrics } from './metrics.js';

export interface MetricsDependencies {
  readonly sql: Sql;
  readonly metrics: Metrics;
  /** The number of event streams that are open. */
  readonly openStreams: () => number;
  /** The control token. */
  readonly token: string;
  /** Reads the metrics, and nothing else. */
  readonly metricsToken: string | undefined;
  readonly nextRequestId: () => string;
}

// A scrape gives up after some seconds, and then nobody learns the other figures.
const DATABASE_MS = 2000;

/** `/metrics`, for Prometheus. It takes any host, as a scrape asks for an address, and answers only to a token. */
export function serveMetrics(dependencies: MetricsDependencies): Hono {
  const { sql, metrics, openStreams, token, metricsToken, nextRequestId } = dependencies;
  const tokens = metricsToken === undefined ? [token] : [token, metricsToken];
  const app = new Hono();
  app.get('/metrics', async (c) => {
    const sent = c.req.header('authorization') ?? '';
    if (!tokens.some((each) => isSameText(`Bearer ${each}`, sent))) {
      const problem = new Problem(
        'control_token_invalid',
        'Send the token of the metrics, or the control token: Authorization: Bearer …',
        {},
        { 'www-authenticate': 'Bearer' },
      );
      return problemResponse(problem, nextRequestId());
    }
    const late = sleep(DATABASE_MS, undefined, { ref: false });
    const found = await Promise.race([readDatabase(sql).catch(() => undefined), late]);
    const families = [
      ...metrics.read(),
      gauge('open_streams', 'Event streams that are open.', openStreams()),
      gauge('uptime_seconds', 'Seconds since the process has started.', process.uptime()),
      gauge('database_up', 'Whether the database answers within two seconds.', found ? 1 : 0),
      ...(found ?? []),
    ];
    return c.body(writeMetrics(families), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
  });
  return app;
}

async function readDatabase(sql: Sql): Promise<readonly Family[]> {
  const { due, lagSeconds } = await readBacklog(sql);
  const [size] = await sql
    .select({ bytes: raw`pg_database_size(current_database())`.mapWith(Number) })
    .from(raw`(select 1) as one`);
  return [
    gauge('jobs_due', 'Jobs that are due and that no process has taken, up to a bound.', due),
    gauge('engine_lag_seconds', 'How long the oldest of them is overdue.', lagSeconds),
    gauge('database_bytes', 'The size of the database.', size?.bytes ?? 0),
  ];
}
