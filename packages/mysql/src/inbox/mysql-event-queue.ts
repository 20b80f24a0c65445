import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { DeadLetter } from '@screening-webhooks/core';
import {
  allOrEach,
  type EventQueue,
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
import {
  batchesOf,
  changeRows,
  changeRowsBy,
  LONG_STATEMENT,
  MOST_ROWS,
} from '../sql/change-rows.js';
import { DUPLICATE_ENTRY, isRowFailure, isRowRefusal, serverErrorOf } from '../sql/server-error.js';
import type { SqlClient, SqlQuery, SqlResult } from '../sql/sql-client.js';
import { inboxStatements } from './inbox-statements.js';
import { explainMissingTables } from './inbox-tables.js';
import type { MysqlInboxSettings } from './mysql-inbox-settings.js';

// A delay may be Infinity.
const CENTURY = 36_525 * 24 * 3_600_000;

type Row = SqlResult['rows'][number];

/** An {@link EventQueue} in tables of MySQL. */
export interface MysqlEventQueue extends EventQueue {
  readonly renewal: LeaseRenewal;
}

export function mysqlEventQueue(
  sql: SqlClient<unknown>,
  settings: MysqlInboxSettings,
): MysqlEventQueue {
  const statements = inboxStatements(settings);
  const worker = `${hostname()} ${process.pid}`.slice(0, 80);

  const query: SqlQuery = (text, ms) => explainMissingTables(sql.query(text, ms));

  const transaction: SqlClient<unknown>['transaction'] = (body, ms) =>
    explainMissingTables(sql.transaction(body, ms));

  // Lines that the server has refused to lease, until the next recovery. They would be the first ones of each fetch.
  const refused = new Set<string>();

  const client = { query, transaction };

  /** Whether an UPDATE that changes each row that it matches has matched one. */
  async function matches(statement: string): Promise<boolean> {
    return (await query(statement)).affectedRows > 0;
  }

  async function lease(suspect: 0 | 1, limit: number, token: string): Promise<LeasedEvent[]> {
    const rows = await transaction(async (inTransaction) => {
      const due = linesOf(await inTransaction(statements.lockDue(suspect, limit, [...refused])));
      const leased: string[] = [];
      const leaseSome = async (some: readonly string[]): Promise<number> => {
        await inTransaction(statements.lease(some, token, worker));
        return leased.push(...some);
      };
      const { failures } = await allOrEach(due, leaseSome, isRowRefusal);
      for (const line of due) if (!leased.includes(line)) refused.add(line);
      if (leased.length > 0) return (await inTransaction(statements.headsOf(leased))).rows;
      if (failures.length > 0) throw failures[0];
      return [];
    });
    return rows.map((row) => ({
      line: textOf(row['line']),
      token,
      event: row['ended_at'] === null ? eventIn(row) : new UnreadableEvent('ended by hand'),
      attempts: Number(row['attempts']),
      deaths: Number(row['deaths']),
    }));
  }

  /** Puts locked events at the ends of their lines. Those whose lines are locked are left out. */
  async function reopen(
    inTransaction: SqlQuery,
    chosen: SqlResult,
    lock: string,
  ): Promise<SqlResult> {
    const all = [...new Set(linesOf(chosen))];
    const busy = new Set(linesOf(await inTransaction(statements.endsOf(all))));
    for (const line of linesOf(await inTransaction(`${statements.endsOf(all)} ${lock}`)))
      busy.delete(line);
    const rows = chosen.rows.filter((row) => !busy.has(textOf(row['line'])));
    if (rows.length === 0) return { ...chosen, rows };
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
    return { ...chosen, rows };
  }

  /** Resolves with those whose rows nobody has locked, and with all that are still held. */
  function renewUnlocked(
    some: readonly LeasedEvent[],
  ): Promise<Readonly<Record<'renewed' | 'held', readonly LeasedEvent[]>>> {
    return transaction(async (inTransaction) => {
      const heldIn = ({ rows }: SqlResult): readonly LeasedEvent[] => {
        const tokens = new Map(rows.map((row) => [textOf(row['line']), textOf(row['token'])]));
        return some.filter(({ line, token }) => tokens.get(line) === token);
      };
      const tokens = statements.tokensOf(some);
      const renewed = heldIn(await inTransaction(`${tokens} FOR UPDATE SKIP LOCKED`));
      if (renewed.length > 0)
        await inTransaction(statements.renew(renewed.map(({ line }) => line)));
      return { renewed, held: heldIn(await inTransaction(tokens)) };
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
      const select = (some: readonly string[]): string => statements.selectHeldBy(some, token);
      // A row that cannot be released would keep the worker from each fetch. It returns when its lease ends.
      await changeRowsBy(client, held, { select, keysOf: linesOf }, statements.release);
    },

    begin: (held, alone) => matches(statements.begin(held, alone)),
    end: (held, { outcome, reason, attempts }) =>
      transaction(async (inTransaction) => {
        const [row] = (await inTransaction(statements.lockHeld(held))).rows;
        if (!row) return false;
        const [head, last] = [Number(row['head']), Number(row['last'])];
        const ended = { outcome, reason, attempts };
        const { affectedRows } = await inTransaction(statements.endHead(held.line, head, ended));
        const isGone = affectedRows === 0;
        if (isGone && outcome === 'dead_letter')
          await inTransaction(statements.insertLetter(held.line, ended));
        await inTransaction(
          head < last ? statements.moveLine(held.line, head + 1) : statements.removeLine(held.line),
        );
        return true;
      }),
    retryLater: (held, reason, delay) =>
      matches(statements.retryLater(held, reason, Math.min(delay, CENTURY))),
    putBack: (held) => matches(statements.putBack(held)),
    renewal: {
      async unlocked(held) {
        const renewed = new Set<LeasedEvent>();
        const locked = new Set<LeasedEvent>();
        for (const some of batchesOf(held)) {
          try {
            const answer = await renewUnlocked(some);
            for (const one of answer.renewed) renewed.add(one);
            for (const one of answer.held) if (!renewed.has(one)) locked.add(one);
          } catch (error) {
            if (!isRowFailure(error)) throw error;
            // Because of one of them, so that each is to be renewed alone.
            for (const one of some) locked.add(one);
          }
        }
        return { renewed, locked };
      },
      one: (held) => matches(statements.renewOne(held)),
    },

    async recover() {
      refused.clear();
      const expired = linesOf(await query(statements.findExpired));
      const selection = { select: statements.selectExpired, keysOf: linesOf };
      const recovered = await changeRowsBy(client, expired, selection, statements.suspectLines);
      throwFailures(recovered, 'Events whose leases have ended, and that could not be returned');
    },
    async cleanUp() {
      const { retention } = settings;
      if (retention > CENTURY) return;
      const select = (some: readonly number[]): string => statements.selectOld(some, retention);
      const selection = { select, keysOf: arrivalsOf };
      const failures: unknown[] = [];
      // Events that were not deleted are the first ones again.
      let skipped = 0;
      let found: readonly number[];
      do {
        found = arrivalsOf(await query(statements.findOld(retention, skipped), LONG_STATEMENT));
        const deleted = await changeRowsBy(client, found, selection, statements.deleteOld);
        failures.push(...deleted.failures);
        skipped += found.length - deleted.count;
      } while (found.length === MOST_ROWS);
      throwFailures({ count: 0, failures }, 'Ended events that could not be deleted');
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
      const select = (some: readonly number[]): string => statements.selectChosen(some, deadOnly);
      const arrivals = arrivalsOf(await query(chosen, LONG_STATEMENT));
      return changeRows(client, arrivals, { select, keysOf: arrivalsOf, change: reopen });
    },
  };
}

function deadLetter(row: Row): DeadLetter {
  return {
    event: eventOfLetter(eventIn(row), valueOfKeyText(textOf(row['event_id']))),
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

/** The driver returns bytes. */
function textOf(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString('utf8') : String(value);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The dead letter of an event that is gone has no text. */
function eventIn(row: Row): LeasedEvent['event'] {
  return readStoredEvent(textOf(row['event'] ?? '') || undefined);
}
