import { doublePrecision, index, integer, json, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, seq, time } from './columns.js';

/** Which attempts a fault changes. */
export interface FaultMatch {
  readonly endpointId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly externalId?: string | undefined;
  /** The event that a trigger has made. */
  readonly eventId?: string | undefined;
  /** The operation that a call of the API names. */
  readonly operationId?: string | undefined;
  /** The number of the attempt of its delivery. */
  readonly attempt?: number | undefined;
  /** Only the nth attempt that matches otherwise. */
  readonly nth?: number | undefined;
}

export const faults = pgTable('faults', {
  id: text().primaryKey(),
  seq: seq().unique(),
  kind: text().notNull(),
  match: json().$type<FaultMatch>().notNull(),
  /** How often it still happens. `null` means without end. */
  timesLeft: integer('times_left'),
  /** From 0 to 1. */
  probability: doublePrecision().notNull(),
  params: json().$type<Readonly<Record<string, unknown>>>().notNull(),
  /** The attempts that matched so far. */
  matched: integer().notNull(),
  createdAt: time('created_at').notNull(),
});

/** The answers of sinks. */
export const sinks = pgTable('sinks', {
  name: text().primaryKey(),
  status: integer().notNull(),
  delayMs: integer('delay_ms').notNull(),
  createdAt: time('created_at').notNull(),
});

export const sinkRequests = pgTable(
  'sink_requests',
  {
    id: text().primaryKey(),
    seq: seq().unique(),
    sink: text().notNull(),
    method: text().notNull(),
    headers: json().$type<Readonly<Record<string, string>>>().notNull(),
    body: bytes().notNull(),
    /** The status that it was answered with. */
    status: integer().notNull(),
    receivedAt: time('received_at').notNull(),
  },
  (t) => [index('sink_requests_list').on(t.sink, t.seq)],
);

/** The mail that the service would send. */
export const outboxMessages = pgTable('outbox_messages', {
  id: text().primaryKey(),
  seq: seq().unique(),
  tenantId: text('tenant_id').notNull(),
  to: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  createdAt: time('created_at').notNull(),
});
