// An inbox on one PostgreSQL table, for flawed scenarios: each guard can be taken out of it. It passes with all of them.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { renewLease } from '@screening-webhooks/core/store-kit';
import { openPool, withPool } from './servers/clients.mjs';

const POLL_MS = 50;

const TABLE = `
  CREATE TABLE jobs (
    arrival serial PRIMARY KEY, id text UNIQUE, line text, event jsonb, state text DEFAULT 'open',
    token text, free_at timestamptz DEFAULT clock_timestamp(), failures int DEFAULT 0, deaths int DEFAULT 0
  );
  CREATE INDEX ON jobs (line, arrival) WHERE state = 'open' OR state = 'active'`;

/**
 * @param flaws Guards to take out:
 * `countsNeighbours` runs events beside each other, and a death counts for all of them;
 * `ignoresTokens` lets a worker end an event that another has taken over;
 * `withoutAlarm` leaves a handler without a signal when its lease has ended;
 * `looksAt` considers the oldest events only, this many;
 * `usesOwnClock` compares leases with the clock of the process.
 */
export function smallInbox(flaws = {}) {
  const { looksAt = 'ALL' } = flaws;
  const now = 'coalesce($1::timestamptz, clock_timestamp())';
  const held = flaws.ignoresTokens ? "$2 <> ''" : 'token = $2';
  const fetch = `
    UPDATE jobs SET state = 'active', token = $2, free_at = ${now} + $3::float8 * interval '1 millisecond',
      deaths = deaths + CASE WHEN state = 'active' THEN 1 ELSE 0 END
    WHERE arrival = (
      SELECT arrival FROM (
        SELECT * FROM jobs WHERE state IN ('open', 'active') ORDER BY arrival LIMIT ${looksAt}
      ) job
      WHERE free_at <= ${now} AND NOT EXISTS (
        SELECT FROM jobs other WHERE other.line = job.line AND other.arrival < job.arrival
          AND (other.state = 'open' OR other.state = 'active'))
      ORDER BY arrival LIMIT 1
    ) AND (state = 'open' OR state = 'active') AND free_at <= ${now}
    RETURNING *`;
  const extend = `
    UPDATE jobs SET free_at = ${now} + $4::float8 * interval '1 millisecond'
    WHERE id = $3 AND token = $2 AND state = 'active'`;
  const end = `
    UPDATE jobs SET state = $4, free_at = ${now} + $5::float8 * interval '1 millisecond',
      failures = failures + $6
    WHERE id = $3 AND ${held}`;

  return {
    name: 'a small inbox',
    server: 'postgres',
    prepare: (port) => withPool(port, (pool) => pool.query(TABLE)),
    open(port, { lease, attempts, backoff, orderBy }) {
      const pool = openPool(port, 12);
      const run = (text, ...values) =>
        pool.query(text, [flaws.usesOwnClock ? new Date() : null, ...values]);

      async function process(handle) {
        const token = randomUUID();
        const requestedAt = performance.now();
        const { rows } = await run(fetch, token, lease);
        if (rows.length === 0) return sleep(POLL_MS);
        const [{ id, event, failures, deaths }] = rows;
        if (deaths > attempts) return run(end, token, id, 'dead', 0, 0);
        const controller = new AbortController();
        const store = {
          extend: async () => (await run(extend, token, id, lease)).rowCount > 0,
        };
        const stopRenewing = renewLease(
          store,
          { key: id, owner: token, requestedAt },
          lease,
          () => {
            if (!flaws.withoutAlarm) controller.abort();
          },
        );
        const { kind, retryAfter = 0 } = await handle(event, { signal: controller.signal });
        stopRenewing();
        if (kind === 'processed') return run(end, token, id, 'done', 0, 0);
        const state = failures + 1 < attempts ? 'open' : 'dead';
        return run(end, token, id, state, Math.max(backoff, retryAfter * 1000), 1);
      }

      const inbox = {
        async store(event) {
          const line = event.data[orderBy] ?? event.id;
          await pool.query('INSERT INTO jobs (id, line, event) VALUES ($1, $2, $3)', [
            event.id,
            line,
            event,
          ]);
        },
        async work(handle, { concurrency }) {
          // One event at a time, so that a death is the fault of one.
          const loops = orderBy || flaws.countsNeighbours ? concurrency : 1;
          for (let loop = 0; loop < loops; loop += 1) {
            void (async () => {
              for (;;) await process(handle).catch(() => sleep(POLL_MS));
            })();
          }
        },
        async deadLetters() {
          const { rows } = await pool.query("SELECT event FROM jobs WHERE state = 'dead'");
          return rows;
        },
      };
      return { inbox, close: () => pool.end() };
    },
  };
}
