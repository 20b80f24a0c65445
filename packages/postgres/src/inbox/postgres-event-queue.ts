import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { DeadLetter } from '@screening-webhooks/core';
import {
  allOrEach,
  type Changed,
  type EventQueue,
  eachAlone,
  eventOfLetter,
  keyText,
  type LeasedEvent,
  type LeaseRenewal,
  readStoredEvent,
  storedEvent,
  throwFailures,
  UnreadableEvent,
  valueOfKeyText,
} from '@screening-webhooks/core/store-kit';
import { isRefusal } from '../sql/server-error.js';
import {
  LONG_STATEMENT,
  type SqlClient,
  type SqlQuery,
  type SqlRow,
  type SqlValue,
} from '../sql/sql-client.js';
import { type InboxStatements, inboxStatements } from './inbox-statements.js';
import { explainMissingTables } from './inbox-tables.js';
import type { PostgresInboxSettings } from './postgres-inbox-settings.js';

// A delay may be Infinity. PostgreSQL intervals have no infinity before version 17.
const CENTURY = 36_525 * 24 * 3_600_000;
/** Rows per statement: short enough that no worker loses a lease while it waits for the locks. */
const BATCH = 1000;

const LONG: ReadonlySet<keyof InboxStatements> = new Set([
  'cleanUp',
  'deadLetters',
  'chooseById',
  'chooseByTime',
  'chooseDeadByTime',
  'old',
  'replay',
  'replayUnlocked',
]);

/** An {@link EventQueue} in PostgreSQL tables. */
export interface PostgresEventQueue extends EventQueue {
  /** Renewals through `query`, which may use a connection of its own. */
  renewThrough(query: SqlQuery): LeaseRenewal;
  /** Wakes the workers of all processes that listen. */
  notify(): Promise<void>;
}

export function postgresEventQueue(
  sql: SqlClient<unknown>,
  settings: PostgresInboxSettings,
): PostgresEventQueue {
  const { name, schema, channel } = settings;
  const statements = inboxStatements(settings, sql.timeout);
  const worker = `${hostname()} ${process.pid}`;

  function run(
    statement: keyof InboxStatements,
    values: readonly SqlValue[] = [],
    query: SqlQuery = sql.query,
  ): Promise<readonly SqlRow[]> {
    const ms = LONG.has(statement) ? LONG_STATEMENT : undefined;
    return explainMissingTables(schema, query(statements[statement], [name, ...values], ms));
  }

  async function count(statement: keyof InboxStatements, ...values: SqlValue[]): Promise<number> {
    return (await run(statement, values)).length;
  }

  async function changes(
    statement: keyof InboxStatements,
    ...values: SqlValue[]
  ): Promise<boolean> {
    return (await count(statement, ...values)) > 0;
  }

  /** Changes many rows in one statement. When the server refuses that, finds the rows, and changes each alone. */
  async function orEach(
    change: () => Promise<readonly SqlRow[]>,
    find: () => Promise<readonly SqlRow[]>,
    changeOne: (row: SqlRow) => Promise<number>,
  ): Promise<Changed> {
    try {
      return { count: (await change()).length, failures: [] };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return eachAlone(await find(), changeOne, isRefusal);
    }
  }

  /** Rows that are locked are tried once more, alone. */
  async function replayBatch(batch: readonly SqlRow[], deadOnly: boolean): Promise<Changed> {
    const left = new Map(batch.map((row) => [nameOf(row), row]));
    const send = (statement: 'replayUnlocked' | 'replay') => async (rows: readonly SqlRow[]) => {
      const ids = rows.map(([id]) => String(id));
      const keys = rows.map(([, key]) => String(key));
      const replayed = await run(statement, [ids, keys, deadOnly]);
      for (const row of replayed) left.delete(nameOf(row));
      return replayed.length;
    };
    const unlocked = await allOrEach(batch, send('replayUnlocked'), isRefusal);
    const locked = await eachAlone([...left.values()], (row) => send('replay')([row]), isRefusal);
    return { ...locked, count: unlocked.count + locked.count };
  }

  async function eventOf(
    fetched: string | null | undefined,
    line: string,
    token: string,
  ): Promise<LeasedEvent['event'] | undefined> {
    if (typeof fetched === 'string') return readStoredEvent(fetched);
    const [row] = await run('eventOf', [line, token]);
    if (!row) return undefined;
    const [event] = row;
    if (typeof event === 'string') return readStoredEvent(event);
    const isByHand = await changes('endedByHand', line, token);
    return isByHand ? new UnreadableEvent('ended by hand') : readStoredEvent(undefined);
  }

  async function fetch(statement: 'fetch' | 'fetchSuspect', limit: number, token: string) {
    const rows = await run(statement, [limit, token, worker]);
    const events: LeasedEvent[] = [];
    for (const [, , line, attempts, deaths, stored] of rows) {
      if (typeof line !== 'string') continue;
      const event = await eventOf(stored, line, token);
      // The lease has ended.
      if (!event) continue;
      events.push({ line, token, event, attempts: Number(attempts), deaths: Number(deaths) });
    }
    const [paused, suspects] = rows[0] ?? [];
    return { events, paused: Number(paused) === 1, suspects: Number(suspects) === 1 };
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
    end({ line, token, event }, { outcome, reason = null, attempts }) {
      const statement = event instanceof UnreadableEvent ? 'endUnreadable' : 'end';
      return changes(statement, line, token, outcome, reason, attempts);
    },
    retryLater: ({ line, token }, reason, delay) =>
      changes('retryLater', line, token, reason, Math.min(delay, CENTURY)),
    putBack: ({ line, token }) => changes('putBack', line, token),
    renewThrough: (query) => ({
      async unlocked(held) {
        const lines = held.map(({ line }) => line);
        const tokens = held.map(({ token }) => token);
        const rows = await run('renew', [lines, tokens], query);
        // The worker may have lost a line and fetched it again.
        const found = (isRenewed: boolean): ReadonlySet<LeasedEvent> => {
          const own = rows.filter(([, , renewed]) => (renewed !== null) === isRenewed);
          const tokenOf = new Map(own.map(([line, token]) => [line, token]));
          return new Set(held.filter(({ line, token }) => tokenOf.get(line) === token));
        };
        return { renewed: found(true), locked: found(false) };
      },
      one: async ({ line, token }) => (await run('renewOne', [line, token], query)).length > 0,
    }),

    async recover() {
      const recovered = await orEach(
        () => run('recover'),
        () => run('expired'),
        ([line]) => count('recoverOne', String(line)),
      );
      throwFailures(recovered, 'Events of a worker that has died, and that cannot be returned');
    },
    async cleanUp() {
      const { retention } = settings;
      if (retention > CENTURY) return;
      let deleted: Changed;
      do {
        deleted = await orEach(
          () => run('cleanUp', [retention]),
          () => run('old', [retention]),
          ([id, key]) => count('deleteOld', retention, String(id), String(key)),
        );
      } while (deleted.count > 0 && deleted.count + deleted.failures.length === BATCH);
      throwFailures(deleted, 'Old events that cannot be deleted');
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
      const replayed = [];
      for (let start = 0; start < chosen.length; start += BATCH) {
        replayed.push(await replayBatch(chosen.slice(start, start + BATCH), deadOnly));
      }
      return {
        count: replayed.reduce((sum, each) => sum + each.count, 0),
        failures: replayed.flatMap(({ failures }) => failures),
      };
    },
    async notify() {
      await run('notify', [channel]);
    },
  };
}

function deadLetter([id, event, attempts, reason, givenUpAt]: SqlRow): DeadLetter {
  return {
    event: eventOfLetter(readStoredEvent(String(event)), valueOfKeyText(String(id))),
    attempts: Number(attempts),
    reason: String(reason),
    givenUpAt: Math.round(Number(givenUpAt)),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function nameOf([id, key]: SqlRow): string {
  return `${id} ${key}`;
}
