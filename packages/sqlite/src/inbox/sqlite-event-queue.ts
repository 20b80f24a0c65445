import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeadLetter } from '@screening-webhooks/core';
import {
  type EventQueue,
  eventOfLetter,
  keyText,
  type LeasedEvent,
  type LeaseRenewal,
  type QueueSettings,
  readStoredEvent,
  type SqliteRow,
  type SqliteStatement,
  storedEvent,
  UnreadableEvent,
  valueOfKeyText,
} from '@screening-webhooks/core/store-kit';
import { sha256 } from '../database/sha256.js';
import type { SqliteClient } from '../database/sqlite-client.js';
import { inboxStatements, MOST_ROWS } from './inbox-statements.js';

/** An {@link EventQueue} in tables of SQLite. */
export interface SqliteEventQueue extends EventQueue {
  readonly renewal: LeaseRenewal;
}

export function sqliteEventQueue(
  { read, write }: SqliteClient,
  settings: QueueSettings,
): SqliteEventQueue {
  const statements = inboxStatements(settings);
  const changes = (statement: SqliteStatement): Promise<boolean> =>
    write((run) => run(statement).length > 0);

  async function lease(suspect: 0 | 1, limit: number, token: string): Promise<LeasedEvent[]> {
    const heads = await write((run) => {
      const leased = run(statements.lease(suspect, limit, token));
      return leased.length === 0 ? [] : run(statements.heads(token));
    });
    return heads.map((row) => {
      const [line, attempts, deaths, event, wasEnded] = valuesOf(row);
      return {
        line: String(line),
        token,
        event:
          Number(wasEnded) === 1
            ? new UnreadableEvent('ended by hand')
            : readStoredEvent(textOf(event)),
        attempts: Number(attempts),
        deaths: Number(deaths),
      };
    });
  }

  async function renew(held: readonly LeasedEvent[]): Promise<ReadonlySet<LeasedEvent>> {
    const renewed = await write((run) =>
      held.filter((each) => run(statements.renew(each)).length > 0),
    );
    return new Set(renewed);
  }

  return {
    check: () =>
      read((run) => {
        run(statements.poll());
        run(statements.checkEvents());
      }),
    store(event, key, receivedAt) {
      const stored = storedEvent(event, key, settings.orderBy, sha256);
      return write((run) => {
        if (run(statements.insertEvent(stored, receivedAt)).length === 0) return false;
        run(statements.append(stored.line));
        return true;
      });
    },
    async fetch(limit, token) {
      // The statements and short handlers end within one turn, and a backlog would let nothing else run.
      await nextTurn();
      const [found = {}] = await read((run) => run(statements.poll()));
      const [paused, suspects, due] = valuesOf(found).map((value) => Number(value) === 1);
      const events = due && !paused ? await lease(0, limit, token) : [];
      return { events, paused: paused === true, suspects: suspects === true };
    },
    async fetchSuspect(token) {
      return (await lease(1, 1, token))[0];
    },
    async release(token) {
      await changes(statements.release(token));
    },

    begin: (held, alone) => changes(statements.begin(held, alone)),
    end: (held, ending) =>
      write((run) => {
        const [place] = run(statements.placeOf(held));
        if (!place) return false;
        const [head = 0, last = 0] = valuesOf(place).map(Number);
        const isGone = run(statements.endHead(held.line, head, ending)).length === 0;
        if (isGone && ending.outcome === 'dead_letter')
          run(statements.insertLetter(held.line, ending));
        run(
          head < last ? statements.moveLine(held.line, head + 1) : statements.removeLine(held.line),
        );
        return true;
      }),
    retryLater: (held, _reason, delay) => changes(statements.retryLater(held, delay)),
    putBack: (held) => changes(statements.putBack(held)),
    renewal: {
      unlocked: async (held) => ({ renewed: await renew(held), locked: new Set() }),
      one: async (held) => (await renew([held])).size > 0,
    },

    async recover() {
      await changes(statements.suspectExpired());
    },
    async cleanUp() {
      let deleted: number;
      do {
        await nextTurn();
        deleted = await write((run) => run(statements.deleteOld(settings.retention)).length);
      } while (deleted === MOST_ROWS);
    },
    isPaused: () => read((run) => run(statements.isPaused()).length > 0),
    async pause() {
      await changes(statements.pause());
    },
    async resume() {
      await changes(statements.resume());
    },
    async deadLetters(limit) {
      return (await read((run) => run(statements.deadLetters(limit)))).map(deadLetter);
    },
    async replay(which) {
      const chooseAfter = (arrival: number): SqliteStatement =>
        'id' in which
          ? statements.chooseById(keyText(which.id, sha256), arrival)
          : statements.chooseByTime(which, arrival);
      let count = 0;
      let after = 0;
      let reopened: number;
      do {
        await nextTurn();
        reopened = await write((run) => {
          const chosen = run(chooseAfter(after));
          for (const row of chosen) {
            const [arrival, line] = valuesOf(row);
            const [place = {}] = run(statements.append(String(line)));
            after = Number(arrival);
            run(statements.reopen(after, Number(valuesOf(place)[0])));
          }
          return chosen.length;
        });
        count += reopened;
      } while (reopened === MOST_ROWS);
      return { count, failures: [] };
    },
  };
}

function deadLetter(row: SqliteRow): DeadLetter {
  const [eventId, event, attempts, reason, endedAt] = valuesOf(row);
  return {
    event: eventOfLetter(readStoredEvent(textOf(event)), valueOfKeyText(String(eventId))),
    attempts: Number(attempts),
    reason: textOf(reason) ?? '',
    givenUpAt: Number(endedAt),
  };
}

/** The values of a row in the order of its columns, whatever the app has its driver make of a row. */
function valuesOf(row: SqliteRow): readonly unknown[] {
  return Object.values(row);
}

/** A program with access to the file may have put anything there. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
