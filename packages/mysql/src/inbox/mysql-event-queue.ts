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
import { DUPLICATE_ENTRY, serverErrorOf } from '../sql/server-error.js';
import type { SqlClient, SqlQuery, SqlResult } from '../sql/sql-client.js';
import { explainMissingTables } from './explain-missing-tables.js';
import { inboxStatements, MOST_ROWS } from './inbox-statements.js';
import type { MysqlInboxSettings } from './mysql-inbox-settings.js';

// A delay may be Infinity.
const CENTURY = 36_525 * 24 * 3_600_000;
// For a statement that a person or a clean-up waits for: nothing is held up until it ends.
const LONG_STATEMENT = 60_000;

type Row = SqlResult['rows'][number];

/** An {@link EventQueue} in tables of MySQL. */
export interface MysqlEventQueue extends EventQueue {
  readonly renew: RenewLeases;
}

export function mysqlEventQueue(
  sql: SqlClient<unknown>,
  settings: MysqlInboxSettings,
): MysqlEventQueue {
  const statements = inboxStatements(settings);
  const worker = `${hostname()} ${process.pid}`.slice(0, 80);

  const query: SqlQuery = (text, ms) => explainMissingTables(sql.query(text, ms));

  function transaction<Result>(body: (query: SqlQuery) => Promise<Result>): Promise<Result> {
    return explainMissingTables(sql.transaction(body));
  }

  /** Whether an UPDATE has matched its row. */
  async function matches(statement: string): Promise<boolean> {
    return (await query(statement)).code > 0;
  }

  async function lease(suspect: 0 | 1, limit: number, token: string): Promise<LeasedEvent[]> {
    const rows = await transaction(async (inTransaction) => {
      const due = linesOf(await inTransaction(statements.lockDue(suspect, limit)));
      if (due.length === 0) return [];
      await inTransaction(statements.lease(due, token, worker));
      return (await inTransaction(statements.headsOf(due))).rows;
    });
    return rows.map((row) => ({
      line: textOf(row['line']),
      token,
      event: decode(row['event']),
      attempts: Number(row['attempts']),
      deaths: Number(row['deaths']),
    }));
  }

  async function replayBatch(
    arrivals: readonly number[],
    deadOnly: boolean | undefined,
  ): Promise<number> {
    return transaction(async (inTransaction) => {
      const { rows } = await inTransaction(statements.lockChosen(arrivals, deadOnly));
      if (rows.length === 0) return 0;
      const counts = new Map<string, number>();
      for (const row of rows) {
        const line = textOf(row['line']);
        counts.set(line, (counts.get(line) ?? 0) + 1);
      }
      // In an order, so that two replays do not wait for each other.
      const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
      await inTransaction(statements.extendLines(sorted));
      const next = new Map<string, number>();
      for (const row of (await inTransaction(statements.endsOf([...counts.keys()]))).rows) {
        const line = textOf(row['line']);
        next.set(line, Number(row['last']) - (counts.get(line) ?? 0) + 1);
      }
      const places = rows.map((row): readonly [number, number] => {
        const line = textOf(row['line']);
        const position = next.get(line) ?? Number.NaN;
        next.set(line, position + 1);
        return [Number(row['arrival']), position];
      });
      await inTransaction(statements.reopen(places));
      return rows.length;
    });
  }

  return {
    async check() {
      await query(statements.poll);
      await query(statements.checkEvents);
    },
    async store(event, key, receivedAt) {
      const stored = storedEvent(event, key, settings.orderBy, sha256);
      try {
        await transaction(async (inTransaction) => {
          const { code } = await inTransaction(statements.append(stored.line));
          await inTransaction(statements.insertEvent(stored, code, receivedAt));
        });
        return true;
      } catch (error) {
        // Its place in the line is rolled back.
        if (serverErrorOf(error) === DUPLICATE_ENTRY) return false;
        throw error;
      }
    },
    async fetch(limit, token) {
      const [found] = (await query(statements.poll)).rows;
      const isTrue = (name: string): boolean => Number(found?.[name]) === 1;
      const paused = isTrue('paused');
      const events: LeasedEvent[] = [];
      let more = isTrue('due') && !paused;
      while (more && events.length < limit) {
        const wanted = Math.min(limit - events.length, MOST_ROWS);
        const leased = await lease(0, wanted, token);
        events.push(...leased);
        more = leased.length === wanted;
      }
      return { events, paused, suspects: isTrue('suspects') };
    },
    async fetchSuspect(token) {
      return (await lease(1, 1, token))[0];
    },
    async release(token) {
      const held = linesOf(await query(statements.heldBy(token)));
      for (const some of batchesOf(held)) await query(statements.release(some, token));
    },

    begin: (held, alone) => matches(statements.begin(held, alone)),
    end: (held, { outcome, reason, attempts }) =>
      transaction(async (inTransaction) => {
        const [row] = (await inTransaction(statements.lockHeld(held))).rows;
        if (!row) return false;
        const [head, last] = [Number(row['head']), Number(row['last'])];
        await inTransaction(statements.endHead(held.line, head, { outcome, reason, attempts }));
        await inTransaction(
          head < last ? statements.moveLine(held.line, head + 1) : statements.removeLine(held.line),
        );
        return true;
      }),
    retryLater: (held, reason, delay) =>
      matches(statements.retryLater(held, reason, Math.min(delay, CENTURY))),
    putBack: (held) => matches(statements.putBack(held)),
    async renew(held) {
      const renewed = new Set<LeasedEvent>();
      for (const some of batchesOf(held)) {
        await query(statements.renew(some));
        // No token comes back: one that is there now was there before.
        const { rows } = await query(statements.tokensOf(some.map(({ line }) => line)));
        const tokens = new Map(rows.map((row) => [textOf(row['line']), textOf(row['token'])]));
        for (const one of some) if (tokens.get(one.line) === one.token) renewed.add(one);
      }
      return renewed;
    },

    async recover() {
      let found = MOST_ROWS;
      while (found === MOST_ROWS) {
        found = await transaction(async (inTransaction) => {
          const expired = linesOf(await inTransaction(statements.lockExpired));
          if (expired.length > 0) await inTransaction(statements.suspectLines(expired));
          return expired.length;
        });
      }
    },
    async cleanUp() {
      const { retention } = settings;
      if (retention > CENTURY) return;
      let arrivals: readonly number[];
      do {
        arrivals = arrivalsOf(await query(statements.findOld(retention), LONG_STATEMENT));
        if (arrivals.length > 0) {
          await query(statements.deleteOld(arrivals, retention), LONG_STATEMENT);
        }
      } while (arrivals.length === MOST_ROWS);
    },
    isPaused: async () => (await query(statements.isPaused)).rows.length > 0,
    async pause() {
      await query(statements.pause);
    },
    async resume() {
      await query(statements.resume);
    },

    async deadLetters(limit) {
      return (await query(statements.deadLetters(limit), LONG_STATEMENT)).rows.map(deadLetter);
    },
    async replay(which) {
      const chosen =
        'id' in which
          ? statements.chooseById(keyText(which.id, sha256))
          : statements.chooseByTime(which);
      const deadOnly = 'id' in which ? undefined : which.deadOnly;
      let replayed = 0;
      for (const some of batchesOf(arrivalsOf(await query(chosen, LONG_STATEMENT)))) {
        replayed += await replayBatch(some, deadOnly);
      }
      return replayed;
    },
  };
}

function deadLetter(row: Row): DeadLetter {
  return {
    event: decode(row['event']),
    attempts: Number(row['attempts']),
    reason: textOf(row['reason']),
    givenUpAt: Number(row['given_up_at']),
  };
}

function linesOf({ rows }: SqlResult): readonly string[] {
  return rows.map((row) => textOf(row['line']));
}

function arrivalsOf({ rows }: SqlResult): readonly number[] {
  return rows.map((row) => Number(row['arrival']));
}

function batchesOf<One>(all: readonly One[]): readonly (readonly One[])[] {
  const batches = [];
  for (let start = 0; start < all.length; start += MOST_ROWS) {
    batches.push(all.slice(start, start + MOST_ROWS));
  }
  return batches;
}

/** The driver returns bytes. */
function textOf(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function decode(text: unknown): EventEnvelope {
  return JSON.parse(textOf(text));
}
