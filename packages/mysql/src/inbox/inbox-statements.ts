import type { ReplayRange } from '@screening-webhooks/core';
import { MOST_ROWS } from '../sql/change-rows.js';
import { bytes, fromNow, NOW } from '../sql/literals.js';
import type { MysqlInboxSettings } from './mysql-inbox-settings.js';

/** How an event ended, as its row has it. */
interface EndedRow {
  readonly outcome: string;
  readonly reason: string | undefined;
  readonly attempts: number;
}

/** The events under a token, in the lines of a fetch. */
interface Held {
  readonly line: string;
  readonly token: string;
}

const FREE = 'token = NULL, lease_end = NULL, worker = NULL, alone = 0';

/**
 * All SQL of an inbox. A row of `lines` is locked before anything of its line changes. Values are literals of numbers and of
 * hexadecimal bytes, which neither the pool nor the session can change. An assignment may see the ones before it, or, with
 * SIMULTANEOUS_ASSIGNMENT of MariaDB, not: none uses a column that one before it has changed.
 */
export function inboxStatements({
  name,
  lease,
  backoff,
  maxBackoff,
  tables: { events, lines, paused },
}: MysqlInboxSettings) {
  const inbox = bytes(name);
  const ofInbox = `inbox = ${inbox}`;
  const leaseEnd = fromNow(lease);
  const held = ({ line, token }: Held): string =>
    `${ofInbox} AND line = ${bytes(line)} AND token = ${bytes(token)}`;
  const inLines = (some: readonly string[]): string => `line IN (${some.map(bytes).join(', ')})`;
  const selectLines = (some: readonly string[]): string =>
    `SELECT line, last FROM ${lines} FORCE INDEX (PRIMARY) WHERE ${ofInbox} AND ${inLines(some)}`;
  const isOld = (retentionMs: number): string =>
    `position IS NULL AND ended_at < ${NOW} - ${Math.ceil(retentionMs * 1000)}`;
  const dueAs = (suspect: 0 | 1): string => `FROM ${lines} FORCE INDEX (due)
    WHERE ${ofInbox} AND lease_end IS NULL AND suspect = ${suspect} AND run_at <= ${NOW}`;

  return {
    /** Puts an event at the end of a line. The code is its position. */
    append: (line: string): string => `INSERT INTO ${lines} (inbox, line, last, run_at)
      VALUES (${inbox}, ${bytes(line)}, LAST_INSERT_ID(1), ${NOW})
      ON DUPLICATE KEY UPDATE last = LAST_INSERT_ID(last + 1)`,
    /** Fails with a duplicate entry when the event is stored. */
    insertEvent: (
      { eventId, key, line, event }: Record<'eventId' | 'key' | 'line' | 'event', string>,
      position: number,
      receivedAt: number,
    ): string => `INSERT INTO ${events} (inbox, event_id, event_key, line, position, received_at, event)
      VALUES (${inbox}, ${bytes(eventId)}, ${bytes(key)}, ${bytes(line)}, ${position},
        ${float(receivedAt)}, ${bytes(event)})`,

    /** Whether there is work to do, without locks. */
    poll: `SELECT EXISTS (SELECT 1 FROM ${paused} WHERE ${ofInbox}) AS paused,
      EXISTS (SELECT 1 ${dueAs(1)}) AS suspects, EXISTS (SELECT 1 ${dueAs(0)}) AS due`,
    /** Fails if the tables of `poll` exist and this one does not. */
    checkEvents: `SELECT 1 FROM ${events} LIMIT 0`,
    lockDue: (suspect: 0 | 1, limit: number, refused: readonly string[] = []): string =>
      `SELECT line ${dueAs(suspect)} ${refused.length > 0 ? `AND NOT ${inLines(refused)}` : ''}
        ORDER BY run_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
    lease: (some: readonly string[], token: string, worker: string): string =>
      `UPDATE ${lines} FORCE INDEX (PRIMARY)
        SET token = ${bytes(token)}, worker = ${bytes(worker)}, lease_end = ${leaseEnd}
        WHERE ${ofInbox} AND ${inLines(some)}`,
    /** The heads of lines. */
    headsOf: (some: readonly string[]): string =>
      `SELECT first.line, first.attempts, first.deaths, stored.event, stored.ended_at
        FROM ${lines} AS first FORCE INDEX (PRIMARY) LEFT JOIN ${events} AS stored FORCE INDEX (open)
          ON stored.inbox = ${inbox} AND stored.line = first.line AND stored.position = first.head
        WHERE first.${ofInbox} AND first.${inLines(some)} ORDER BY first.run_at`,

    /** Marks that a suspect runs, and whether it runs alone. */
    begin: (of: Held, alone: boolean): string =>
      `UPDATE ${lines} SET lease_end = ${leaseEnd}, alone = ${alone ? 1 : 0}
        WHERE ${held(of)}`,
    tokensOf: (some: readonly Held[]): string =>
      `SELECT line, token FROM ${lines} FORCE INDEX (PRIMARY)
        WHERE ${ofInbox} AND ${inLines(some.map(({ line }) => line))}
          AND token IN (${some.map(({ token }) => bytes(token)).join(', ')})`,
    renew: (some: readonly string[]): string => `UPDATE ${lines} FORCE INDEX (PRIMARY)
      SET lease_end = ${leaseEnd} WHERE ${ofInbox} AND ${inLines(some)}`,
    renewOne: (of: Held): string => `UPDATE ${lines} SET lease_end = ${leaseEnd} WHERE ${held(of)}`,
    lockHeld: (of: Held): string => `SELECT head, last FROM ${lines} WHERE ${held(of)} FOR UPDATE`,
    endHead: (line: string, head: number, { outcome, reason, attempts }: EndedRow): string =>
      `UPDATE ${events} FORCE INDEX (open) SET ended_at = ${NOW}, outcome = ${bytes(outcome)},
          reason = ${text(reason)}, attempts = ${attempts}, position = NULL
        WHERE ${ofInbox} AND line = ${bytes(line)} AND position = ${head}`,
    /** A dead letter of an event that is gone. Without its id and key, it is like no other. */
    insertLetter: (line: string, { outcome, reason, attempts }: EndedRow): string =>
      `INSERT INTO ${events} (inbox, event_id, event_key, line, received_at, ended_at, outcome, reason, attempts, event)
        VALUES (${inbox}, X'', ${bytes(crypto.randomUUID())}, ${bytes(line)}, ${NOW} / 1000, ${NOW}, ${bytes(outcome)},
          ${text(reason)}, ${attempts}, X'')`,
    removeLine: (line: string): string =>
      `DELETE FROM ${lines} WHERE ${ofInbox} AND line = ${bytes(line)}`,
    /** The next event of the line becomes its head. */
    moveLine: (line: string, head: number): string => `UPDATE ${lines} SET head = ${head},
        run_at = ${NOW}, ${FREE}, attempts = 0, deaths = 0, suspect = 0, reason = NULL
      WHERE ${ofInbox} AND line = ${bytes(line)}`,
    retryLater: (of: Held, reason: string, delay: number): string =>
      `UPDATE ${lines} SET run_at = ${fromNow(delay)}, ${FREE}, suspect = 0,
          reason = ${bytes(reason)}, attempts = attempts + 1
        WHERE ${held(of)}`,
    /** Returns the event without counting an attempt. */
    putBack: (of: Held): string => `UPDATE ${lines} SET ${FREE} WHERE ${held(of)}`,
    /** The lines of a fetch. */
    heldBy: (token: string): string => `SELECT line FROM ${lines} FORCE INDEX (due)
      WHERE ${ofInbox} AND lease_end > 0 AND token = ${bytes(token)}`,
    selectHeldBy: (some: readonly string[], token: string): string =>
      `${selectLines(some)} AND token = ${bytes(token)}`,
    release: (some: readonly string[]): string =>
      `UPDATE ${lines} FORCE INDEX (PRIMARY) SET ${FREE} WHERE ${ofInbox} AND ${inLines(some)}`,

    findExpired: `SELECT line FROM ${lines} FORCE INDEX (due)
      WHERE ${ofInbox} AND lease_end <= ${NOW}`,
    selectExpired: (some: readonly string[]): string =>
      `${selectLines(some)} AND lease_end <= ${NOW}`,
    /** The events of a worker that has died or lost its lease. Only one that was running alone can be the cause. */
    suspectLines: (some: readonly string[]): string => `UPDATE ${lines} FORCE INDEX (PRIMARY)
      SET run_at = ${NOW} + IF(alone = 1,
            CEIL(1000 * LEAST(${backoff} * POW(2, LEAST(attempts, 60)), ${maxBackoff})), 0),
          attempts = attempts + alone, deaths = deaths + alone, suspect = 1, ${FREE}
      WHERE ${ofInbox} AND ${inLines(some)}`,
    /** Without locks, so that it holds up no store. */
    findOld: (retentionMs: number, skipped: number): string =>
      `SELECT arrival FROM ${events} FORCE INDEX (ended)
        WHERE ${ofInbox} AND outcome IN (${OUTCOMES}) AND ${isOld(retentionMs)}
        LIMIT ${MOST_ROWS} OFFSET ${skipped}`,
    /** An event that was replayed meanwhile stays. */
    selectOld: (arrivals: readonly number[], retentionMs: number): string =>
      `SELECT arrival FROM ${events} FORCE INDEX (PRIMARY)
        WHERE arrival IN (${arrivals.join(', ')}) AND ${isOld(retentionMs)}`,
    deleteOld: (arrivals: readonly number[]): string =>
      `DELETE FROM ${events} WHERE arrival IN (${arrivals.join(', ')})
        ORDER BY arrival LIMIT ${arrivals.length}`,

    isPaused: `SELECT 1 FROM ${paused} WHERE ${ofInbox}`,
    pause: `INSERT INTO ${paused} (inbox) VALUES (${inbox}) ON DUPLICATE KEY UPDATE inbox = ${inbox}`,
    resume: `DELETE FROM ${paused} WHERE ${ofInbox}`,
    deadLetters: (limit: number): string =>
      `SELECT event_id, event, attempts, reason, ended_at DIV 1000 AS given_up_at
        FROM ${events} FORCE INDEX (ended) WHERE ${ofInbox} AND outcome = ${DEAD}
        ORDER BY ended_at DESC LIMIT ${float(limit)}`,
    chooseById: (eventId: string): string => `SELECT arrival FROM ${events}
      WHERE ${ofInbox} AND event_id = ${bytes(eventId)} AND ${isEnded(false)} ORDER BY arrival`,
    chooseByTime: ({ since, until = Infinity, deadOnly }: ReplayTimes): string =>
      `SELECT arrival FROM ${events} WHERE ${ofInbox} AND ${isEnded(deadOnly)}
        AND received_at BETWEEN ${float(since)} AND ${float(until)} ORDER BY arrival`,
    selectChosen: (arrivals: readonly number[], deadOnly: boolean | undefined): string =>
      `SELECT arrival, line FROM ${events} FORCE INDEX (PRIMARY)
        WHERE arrival IN (${arrivals.join(', ')}) AND ${isEnded(deadOnly)} ORDER BY arrival`,
    /** Makes room at the ends of lines, because a later event may be running. */
    extendLines: (counts: readonly (readonly [line: string, count: number])[]): string =>
      `INSERT INTO ${lines} (inbox, line, last, run_at)
        VALUES ${counts.map(([line, count]) => `(${inbox}, ${bytes(line)}, ${count}, ${NOW})`).join(', ')}
        ON DUPLICATE KEY UPDATE last = last + VALUES(last)`,
    endsOf: (some: readonly string[]): string => selectLines(some),
    reopen: (places: readonly (readonly [arrival: number, position: number])[]): string =>
      `UPDATE ${events} FORCE INDEX (PRIMARY)
        SET position = CASE arrival ${places.map(([arrival, position]) => `WHEN ${arrival} THEN ${position}`).join(' ')} END,
          ended_at = NULL, outcome = NULL, reason = NULL, attempts = 0
        WHERE arrival IN (${places.map(([arrival]) => arrival).join(', ')})`,
  };
}

type ReplayTimes = Exclude<ReplayRange, { readonly id: string }>;

const DEAD = bytes('dead_letter');
const OUTCOMES = [...['processed', 'ignored', 'discarded'].map(bytes), DEAD].join(', ');

/** An event that was ended by hand still has its place in its line, which ends it first. */
function isEnded(deadOnly: boolean | undefined): string {
  return `${deadOnly === true ? `outcome = ${DEAD}` : 'ended_at IS NOT NULL'} AND position IS NULL`;
}

function text(value: string | undefined): string {
  return value === undefined ? 'NULL' : bytes(value);
}

/** A number as a literal. MySQL has no infinite ones. */
function float(value: number): string {
  const number = Math.max(-Number.MAX_VALUE, Math.min(value, Number.MAX_VALUE));
  if (!Number.isNaN(number)) return String(number);
  throw new TypeError('Expected a number, got NaN.');
}
