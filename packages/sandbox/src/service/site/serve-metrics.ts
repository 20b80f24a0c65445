import { setTimeout as sleep } from 'node:timers/promises';
import { sql as raw } from 'drizzle-orm';
import { Hono } from 'hono';
import type { ServiceEvent } from '../config/service-config.js';
import { parkedJobs } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { readBacklog } from '../engine/take-jobs.js';
import { Problem, problemResponse } from '../http/problem.js';
import { isSameText } from '../kernel/identity.js';
import type { ServiceParts } from '../kernel/service-parts.js';

/** A metric, with a sample for each set of labels. Labels have values of closed lists: no id and no name. */
interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly {
    readonly labels?: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

const PREFIX = 'screening_sandbox_';

/** The figures of this process since its start, for Prometheus. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const requests = counter(
    'requests_total',
    'Answers of the API, by operation and class of status.',
    ['operation', 'status'],
  );
  const attempts = counter(
    'attempts_total',
    'Attempts of deliveries that have ended, by outcome.',
    ['outcome'],
  );
  const deliveries = counter(
    'deliveries_total',
    'Deliveries after an attempt, by the status that they have then.',
    ['status'],
  );
  const lost = counter(
    'jobs_lost_total',
    'Jobs that cannot succeed, by kind and by what has become of them.',
    ['kind', 'outcome'],
  );
  for (const outcome of ['succeeded', 'failed', 'interrupted']) attempts.add(0, outcome);
  for (const status of ['succeeded', 'failed', 'retrying']) deliveries.add(0, status);
  return {
    /** Counts an answer of the API. @param operationId `undefined` if no operation has the path and method. */
    countAnswer: (operationId: string | undefined, status: number) =>
      requests.add(1, operationId ?? 'none', `${Math.floor(status / 100)}xx`),
    onEvent(event: ServiceEvent) {
      if (event.event === 'job') lost.add(1, event.kind, event.outcome);
      if (event.event !== 'delivery') return;
      attempts.add(1, event.outcome);
      if (event.outcome !== 'interrupted' || event.status !== 'delivering') {
        deliveries.add(1, event.status);
      }
    },
    /** The families that are counted. */
    read: () => [requests.read(), attempts.read(), deliveries.read(), lost.read()],
  };
}

function gauge(name: string, help: string, value: number): Family {
  return { name: PREFIX + name, type: 'gauge', help, samples: [{ value }] };
}

/** Counts by the values of some labels. */
function counter(name: string, help: string, labels: readonly string[]) {
  const counts = new Map<string, number>();
  return {
    add(more: number, ...values: readonly string[]): void {
      const key = values.join(' ');
      counts.set(key, (counts.get(key) ?? 0) + more);
    },
    read(): Family {
      const samples = [...counts].map(([key, value]) => {
        const values = key.split(' ');
        const pairs = labels.map((label, index) => [label, values[index] ?? '']);
        return { labels: Object.fromEntries(pairs), value };
      });
      return { name: PREFIX + name, type: 'counter', help, samples };
    },
  };
}

/** Writes the text format of Prometheus, version 0.0.4. No value of a label needs an escape. */
function writeMetrics(families: readonly Family[]): string {
  return families
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(({ labels = {}, value }) => {
        const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
        return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
      });
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
    })
    .join('');
}

interface MetricsDependencies extends ServiceParts {
  readonly metrics: Metrics;
  /** The number of event streams that are open. */
  readonly openStreams: () => number;
  /** The control token. */
  readonly token: string;
  /** A token that reads the metrics, and nothing else. */
  readonly metricsToken: string | undefined;
}

// A scrape gives up after some seconds, and then the other figures are lost.
const DATABASE_MS = 2000;

/** `/metrics`, for Prometheus. It accepts any host, because a scrape uses an address, and answers only to a token. */
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
  const parked = await sql.$count(parkedJobs);
  return [
    gauge(
      'jobs_parked',
      'Jobs that have failed too often, and wait until they are released.',
      parked,
    ),
    gauge('jobs_due', 'Jobs that are due and that no process has taken, up to a bound.', due),
    gauge('engine_lag_seconds', 'How long the oldest of them is overdue.', lagSeconds),
    gauge('database_bytes', 'The size of the database.', size?.bytes ?? 0),
  ];
}
