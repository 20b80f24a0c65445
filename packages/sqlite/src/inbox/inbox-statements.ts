import type { ReplayRange } from '@screening-webhooks/core';
import {
  type EventQueue,
  type LeasedEvent,
  SQLITE_NOW as NOW,
  type QueueSettings,
  type SqliteValue,
  type SqliteStatement as Statement,
} from '@screening-webhooks/core/store-kit';

type Held = Pick<LeasedEvent, 'line' | 'token'>;
type Ending = Parameters<EventQueue['end']>[1];

const EVENTS = 'screening_webhook_inbox_events';
const LINES = 'screening_webhook_inbox_lines';
const PAUSED = 'screening_webhook_inbox_paused';
const FREE = 'token = NULL, lease_end = NULL, alone = 0';
const IS_DUE = `inbox = ? AND suspect = ? AND lease_end IS NULL AND run_at <= ${NOW}`;
const IS_HELD = 'inbox = ? AND line = ? AND token = ?';
const IS_ENDED = 'ended_at IS NOT NULL AND position IS NULL';

// A delay may be Infinity.
const CENTURY = 36_525 * 24 * 3_600_000;

/** Rows that are changed in one transaction, so that the event loop and other connections wait for a few milliseconds at most. */
export const MOST_ROWS = 500;

/** All SQL of an inbox. Each statement returns rows, since a driver may refuse to read the rows of one that returns none. */
export function inboxStatements({ name, lease, backoff, maxBackoff }: QueueSettings) {
  const statement = (sql: string, ...values: readonly SqliteValue[]): Statement => ({
    sql,
    values,
  });
  const ofHeld = ({ line, token }: Held): readonly string[] => [name, line, token];

  return {
    /** Returns the position, unless the event is stored. It is in its line with {@link append}. */
    insertEvent: (
      { eventId, key, line, event }: Record<'eventId' | 'key' | 'line' | 'event', string>,
      receivedAt: number,
    ): Statement =>
      statement(
        `INSERT INTO ${EVENTS} (inbox, event_id, event_key, line, position, received_at, event)
          VALUES (?, ?, ?, ?, 1 + COALESCE((SELECT last FROM ${LINES} WHERE inbox = ? AND line = ?), 0), ?, ?)
          ON CONFLICT (inbox, event_id, event_key) DO NOTHING RETURNING position`,
        ...[name, eventId, key, line, name, line, receivedAt, event],
      ),
    /** Makes a place at the end of a line, and returns its position. */
    append: (line: string): Statement =>
      statement(
        `INSERT INTO ${LINES} (inbox, line, run_at) VALUES (?, ?, ${NOW})
          ON CONFLICT (inbox, line) DO UPDATE SET last = last + 1 RETURNING last`,
        ...[name, line],
      ),

    /** Whether the inbox is paused, whether suspects are due, and whether other events are. */
    poll: (): Statement =>
      statement(
        `SELECT EXISTS (SELECT 1 FROM ${PAUSED} WHERE inbox = ?) AS paused,
        EXISTS (SELECT 1 FROM ${LINES} WHERE ${IS_DUE}) AS suspects,
        EXISTS (SELECT 1 FROM ${LINES} WHERE ${IS_DUE}) AS due`,
        ...[name, name, 1, name, 0],
      ),
    checkEvents: (): Statement => statement(`SELECT 1 FROM ${EVENTS} LIMIT 0`),
    lease: (suspect: 0 | 1, limit: number, token: string): Statement =>
      statement(
        `UPDATE ${LINES} SET token = ?, lease_end = ${NOW} + ?
          WHERE inbox = ? AND line IN (SELECT line FROM ${LINES} WHERE ${IS_DUE} ORDER BY run_at LIMIT ?)
          RETURNING line`,
        ...[token, lease, name, name, suspect, limit],
      ),
    /** The heads of the lines of a fetch: line, attempts, deaths, event, and whether it was ended by hand. */
    heads: (token: string): Statement =>
      statement(
        `SELECT first.line, first.attempts, first.deaths, stored.event, stored.ended_at IS NOT NULL
          FROM ${LINES} AS first LEFT JOIN ${EVENTS} AS stored
            ON stored.inbox = first.inbox AND stored.line = first.line AND stored.position = first.head
          WHERE first.inbox = ? AND first.lease_end IS NOT NULL AND first.token = ? ORDER BY first.run_at`,
        ...[name, token],
      ),

    /** Marks that a suspect runs, and whether it runs alone. */
    begin: (held: Held, alone: boolean): Statement =>
      statement(
        `UPDATE ${LINES} SET lease_end = ${NOW} + ?, alone = ? WHERE ${IS_HELD} RETURNING line`,
        ...[lease, alone ? 1 : 0, ...ofHeld(held)],
      ),
    renew: (held: Held): Statement =>
      statement(
        `UPDATE ${LINES} SET lease_end = ${NOW} + ? WHERE ${IS_HELD} RETURNING line`,
        ...[lease, ...ofHeld(held)],
      ),
    /** Returns the first and the last position of its line. */
    placeOf: (held: Held): Statement =>
      statement(`SELECT head, last FROM ${LINES} WHERE ${IS_HELD}`, ...ofHeld(held)),
    endHead: (line: string, head: number, { outcome, reason, attempts }: Ending): Statement =>
      statement(
        `UPDATE ${EVENTS} SET ended_at = ${NOW}, outcome = ?, reason = ?, attempts = ?, position = NULL
          WHERE inbox = ? AND line = ? AND position = ? RETURNING arrival`,
        ...[outcome, reason ?? null, attempts, name, line, head],
      ),
    /** A dead letter of an event that is gone. Without its id and key, it is like no other. */
    insertLetter: (line: string, { outcome, reason, attempts }: Ending): Statement =>
      statement(
        `INSERT INTO ${EVENTS} (inbox, event_id, event_key, line, received_at, ended_at, outcome, reason, attempts, event)
          VALUES (?, '', ?, ?, ${NOW}, ${NOW}, ?, ?, ?, '') RETURNING arrival`,
        ...[name, crypto.randomUUID(), line, outcome, reason ?? null, attempts],
      ),
    removeLine: (line: string): Statement =>
      statement(`DELETE FROM ${LINES} WHERE inbox = ? AND line = ? RETURNING line`, name, line),
    /** The next event of the line becomes its head. */
    moveLine: (line: string, head: number): Statement =>
      statement(
        `UPDATE ${LINES} SET head = ?, run_at = ${NOW}, ${FREE}, attempts = 0, deaths = 0, suspect = 0
          WHERE inbox = ? AND line = ? RETURNING line`,
        ...[head, name, line],
      ),
    retryLater: (held: Held, delay: number): Statement =>
      statement(
        `UPDATE ${LINES} SET run_at = ${NOW} + ?, ${FREE}, suspect = 0, attempts = attempts + 1
          WHERE ${IS_HELD} RETURNING line`,
        ...[Math.ceil(Math.min(delay, CENTURY)), ...ofHeld(held)],
      ),
    putBack: (held: Held): Statement =>
      statement(`UPDATE ${LINES} SET ${FREE} WHERE ${IS_HELD} RETURNING line`, ...ofHeld(held)),
    release: (token: string): Statement =>
      statement(
        `UPDATE ${LINES} SET ${FREE} WHERE inbox = ? AND lease_end IS NOT NULL AND token = ? RETURNING line`,
        ...[name, token],
      ),
    /** The events of a worker that has died or lost its lease. Only one that was running alone can be the cause. */
    suspectExpired: (): Statement =>
      statement(
        `UPDATE ${LINES} SET suspect = 1, attempts = attempts + alone, deaths = deaths + alone, ${FREE},
          run_at = ${NOW} + alone * CAST(MIN(? * (1 << MIN(attempts, 52)), ?) AS INTEGER)
        WHERE inbox = ? AND lease_end <= ${NOW} RETURNING line`,
        ...[backoff, Math.min(maxBackoff, CENTURY), name],
      ),
    deleteOld: (retentionMs: number): Statement =>
      statement(
        `DELETE FROM ${EVENTS} WHERE arrival IN (SELECT arrival FROM ${EVENTS} WHERE inbox = ?
            AND outcome IN ('processed', 'ignored', 'discarded', 'dead_letter')
            AND ended_at < ${NOW} - ? AND position IS NULL LIMIT ${MOST_ROWS})
          RETURNING arrival`,
        ...[name, retentionMs],
      ),

    isPaused: (): Statement => statement(`SELECT 1 FROM ${PAUSED} WHERE inbox = ?`, name),
    pause: (): Statement =>
      statement(
        `INSERT INTO ${PAUSED} (inbox) VALUES (?) ON CONFLICT (inbox) DO NOTHING RETURNING inbox`,
        name,
      ),
    resume: (): Statement =>
      statement(`DELETE FROM ${PAUSED} WHERE inbox = ? RETURNING inbox`, name),
    deadLetters: (limit: number): Statement =>
      statement(
        `SELECT event_id, event, attempts, reason, ended_at FROM ${EVENTS}
          WHERE inbox = ? AND outcome = 'dead_letter' ORDER BY ended_at DESC LIMIT ?`,
        ...[name, limit],
      ),
    /** Ended events that arrived after another one, with their lines. */
    chooseById: (eventId: string, after: number): Statement =>
      statement(
        `SELECT arrival, line FROM ${EVENTS}
          WHERE inbox = ? AND event_id = ? AND ${IS_ENDED} AND arrival > ?
          ORDER BY arrival LIMIT ${MOST_ROWS}`,
        ...[name, eventId, after],
      ),
    chooseByTime: ({ since, until = Infinity, deadOnly }: ReplayTimes, after: number): Statement =>
      statement(
        `SELECT arrival, line FROM ${EVENTS}
          WHERE inbox = ? AND ${IS_ENDED} ${deadOnly === true ? "AND outcome = 'dead_letter'" : ''}
            AND received_at BETWEEN ? AND ? AND arrival > ?
          ORDER BY arrival LIMIT ${MOST_ROWS}`,
        ...[name, since, until, after],
      ),
    reopen: (arrival: number, position: number): Statement =>
      statement(
        `UPDATE ${EVENTS} SET position = ?, ended_at = NULL, outcome = NULL, reason = NULL, attempts = 0
          WHERE arrival = ? RETURNING arrival`,
        ...[position, arrival],
      ),
  };
}

type ReplayTimes = Exclude<ReplayRange, { readonly id: string }>;
