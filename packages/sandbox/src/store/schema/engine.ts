import { sql } from 'drizzle-orm';
import { bigint, boolean, index, json, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { seq, time } from './columns.js';

/** The virtual clock: one row. A real clock shows `at` plus the wall time since `wallAt`. */
export const clock = pgTable('clock', {
  one: boolean().primaryKey().default(true),
  frozen: boolean().notNull(),
  at: time('at').notNull(),
  wallAt: time('wall_at').notNull(),
});

/** The next number of each kind of id. */
export const counters = pgTable('counters', {
  kind: text().primaryKey(),
  last: bigint({ mode: 'number' }).notNull(),
});

/** Due work. `dueAt` is virtual time, `leaseUntil` wall time. */
export const jobs = pgTable(
  'jobs',
  {
    seq: seq().primaryKey(),
    kind: text({
      enum: [
        'source_attempt',
        'source_answer',
        'session_expiry',
        'delivery_attempt',
        'manual_attempt',
        'recovery',
        'resumption',
      ],
    }).notNull(),
    /** The id of the object that the work is for. */
    ref: text().notNull(),
    /** What the work needs besides. */
    payload: json().$type<Readonly<Record<string, unknown>>>(),
    dueAt: time('due_at').notNull(),
    /** The endpoint of a delivery, whose attempts in flight are limited. */
    endpointId: text('endpoint_id'),
    leaseOwner: uuid('lease_owner'),
    leaseUntil: time('lease_until'),
  },
  (t) => [
    index('jobs_due').on(t.dueAt, t.seq),
    index('jobs_ref').on(t.ref),
    index('jobs_leased').on(t.leaseUntil).where(sql`lease_until is not null`),
  ],
);
