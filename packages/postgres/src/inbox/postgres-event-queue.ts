import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { DeadLetter, EventEnvelope } from '@screening-webhooks/core';
import {
  type EventQueue,
  keyText,
  type LeasedEvent,
  type RenewLeases,
  storedEvent,
} from '@screening-webhooks/core/store-kit';
import { retryConflicts } from '../sql/retry-conflicts.js';
import {
  LONG_STATEMENT,
  type SqlClient,
  type SqlQuery,
  type SqlRow,
  type SqlValue,
} from '../sql/sql-client.js';
import { explainMissingTables } from './explain-missing-tables.js';
import { type InboxStatements, inboxStatements } from './inbox-statements.js';
import type { PostgresInboxSettings } from './postgres-inbox-settings.js';

// A delay may be Infinity. PostgreSQL intervals have no infinity before version 17.
const CENTURY = 36_525 * 24 * 3_600_000;
// Per statement: short enough that no worker loses a lease while it waits for the locks.
const REPLAY_BATCH = 1000;

const LONG: ReadonlySet<keyof InboxStatements> = new Set([
  'cleanUp',
  'deadLetters',
  'chooseById',
  'chooseByTime',
  'chooseDeadByTime',
  'replay',
]);

/** An {@link EventQueue} in PostgreSQL tables. */
export interface PostgresEventQueue extends EventQueue {
  /** Renewals through `query`, which may use a connection of its own. */
  renewThrough(query: SqlQuery): RenewLeases;
  /** Wakes the workers of all processes that listen. */
  notify(): Promise<void>;
}

export function postgresEventQueue(
  sql: SqlClient<unknown>,
  settings: PostgresInboxSettings,
): PostgresEventQueue {
  const { name, schema, channel } = settings;
  const statements = inboxStatements(settings);
  const queryWithRetry = retryConflicts(sql);
  const worker = `${hostname()} ${process.pid}`;

  function run(
    statement: keyof InboxStatements,
    values: readonly SqlValue[] = [],
    query: SqlQuery = queryWithRetry,
  ): Promise<readonly SqlRow[]> {
    const ms = LONG.has(statement) ? LONG_STATEMENT : undefined;
    return explainMissingTables(schema, query(statements[statement], [name, ...values], ms));
  }

  async function changes(
    statement: keyof InboxStatements,
    ...values: SqlValue[]
  ): Promise<boolean> {
    return (await run(statement, values)).length > 0;
  }

  async function fetch(statement: 'fetch' | 'fetchSuspect', limit: number, token: string) {
    const rows = await run(statement, [limit, token, worker]);
    const events: LeasedEvent[] = [];
    for (const row of rows) {
      if (row['line'] === null) continue;
      const line = String(row['line']);
      const text = row['event'] ?? (await run('eventOf', [line, token]))[0]?.['event'];
      const [attempts, deaths] = [Number(row['attempts']), Number(row['deaths'])];
      events.push({ line, token, event: decode(text), attempts, deaths });
    }
    const [first] = rows;
    return { events, paused: first?.['paused'] === true, suspects: first?.['suspects'] === true };
  }

  return {
    async check() {
      await run('fetch', [0, '', '']);
    },
    async store(event, key, receivedAt) {
      const stored = storedEvent(event, key, settings.orderBy, sha256);
      const { line, eventId } = stored;
      return changes('store', line, eventId, stored.key, stored.event, receivedAt);
    },
    fetch: (limit, token) => fetch('fetch', limit, token),
    async fetchSuspect(token) {
      return (await fetch('fetchSuspect', 1, token)).events[0];
    },
    async release(token) {
      await run('release', [token]);
    },

    begin: ({ line, token }, alone) => changes('begin', line, token, alone),
    end: ({ line, token }, { outcome, reason = null, attempts }) =>
      changes('end', line, token, outcome, reason, attempts),
    retryLater: ({ line, token }, reason, delay) =>
      changes('retryLater', line, token, reason, Math.min(delay, CENTURY)),
    putBack: ({ line, token }) => changes('putBack', line, token),
    renewThrough: (query) => async (held) => {
      const lines = held.map(({ line }) => line);
      const tokens = held.map(({ token }) => token);
      const rows = await run('renew', [lines, tokens], query);
      // The worker may have lost a line and fetched it again.
      const renewed = new Map(rows.map((row) => [row['line'], row['token']]));
      return new Set(held.filter(({ line, token }) => renewed.get(line) === token));
    },

    async recover() {
      await run('recover');
    },
    async cleanUp() {
      if (settings.retention > CENTURY) return;
      while ((await run('cleanUp', [settings.retention])).length === 1000);
    },
    isPaused: () => changes('isPaused'),
    async pause() {
      await run('pause');
    },
    async resume() {
      await run('resume');
    },

    async deadLetters(limit) {
      return (await run('deadLetters', [limit])).map(deadLetter);
    },
    async replay(which) {
      const deadOnly = !('id' in which) && which.deadOnly === true;
      const chosen =
        'id' in which
          ? await run('chooseById', [keyText(which.id, sha256)])
          : await run(deadOnly ? 'chooseDeadByTime' : 'chooseByTime', [
              which.since,
              which.until ?? Number.MAX_SAFE_INTEGER,
            ]);
      let replayed = 0;
      for (let start = 0; start < chosen.length; start += REPLAY_BATCH) {
        const batch = chosen.slice(start, start + REPLAY_BATCH);
        const column = (of: string): string[] => batch.map((row) => String(row[of]));
        const rows = await run('replay', [column('event_id'), column('key'), deadOnly]);
        replayed += rows.length;
      }
      return replayed;
    },
    async notify() {
      await run('notify', [channel]);
    },
  };
}

function deadLetter(row: SqlRow): DeadLetter {
  return {
    event: decode(row['event']),
    attempts: Number(row['attempts']),
    reason: String(row['reason']),
    givenUpAt: Math.round(Number(row['given_up_at'])),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function decode(text: unknown): EventEnvelope {
  return JSON.parse(String(text));
}
