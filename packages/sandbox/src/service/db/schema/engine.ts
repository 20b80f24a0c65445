import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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

const jobKinds = [
  'source_attempt',
  'source_answer',
  'session_expiry',
  'delivery_attempt',
  'manual_attempt',
  'recovery',
  'resumption',
  'discard',
  'invitation_expiry',
  'check_result',
  'suspension_expiry',
  'magic_dispute',
  'dispute_deadline',
  'final_notice',
  'import_validation',
  'import_commit',
  'tenant_closing',
  'retention',
] as const;

const work = {
  kind: text({ enum: jobKinds }).notNull(),
  /** The id of the object that the work is for. */
  ref: text().notNull(),
  /** Further data that the work needs. */
  payload: json().$type<Readonly<Record<string, unknown>>>(),
  dueAt: time('due_at').notNull(),
  /** The tenant that the work is for: tenants take turns. Empty for work of no tenant, such as the deletion of history. */
  tenantId: text('tenant_id').notNull().default(''),
  /** The endpoint of a delivery, whose attempts in flight are limited. */
  endpointId: text('endpoint_id'),
};

/** Due work. `dueAt` is virtual time, `leaseUntil` wall time. */
export const jobs = pgTable(
  'jobs',
  {
    seq: seq().primaryKey(),
    ...work,
    /** How often it has failed for a lasting reason. */
    failures: integer().notNull().default(0),
    leaseOwner: uuid('lease_owner'),
    leaseUntil: time('lease_until'),
  },
  (t) => [
    index('jobs_due').on(t.dueAt, t.seq),
    index('jobs_due_of_endpoint').on(t.endpointId, t.dueAt, t.seq),
    index('jobs_due_of_tenant').on(t.tenantId, t.dueAt, t.seq),
    index('jobs_due_of_none').on(t.dueAt, t.seq).where(sql`endpoint_id is null`),
    index('jobs_ref').on(t.ref),
    index('jobs_held').on(t.endpointId).where(sql`lease_until is not null`),
  ],
);

/** Work that has failed too often, and waits for a person to release it. */
export const parkedJobs = pgTable('parked_jobs', {
  seq: seq().primaryKey(),
  ...work,
  /** Virtual time. */
  parkedAt: time('parked_at').notNull(),
  /** Why it has failed: an SQLSTATE, or the name of an error. */
  reason: text().notNull(),
});

/** The process that may run jobs and move the clock, if only one of several may: one row. `until` is wall time. */
export const engineLease = pgTable('engine_lease', {
  one: boolean().primaryKey().default(true),
  holder: uuid().notNull(),
  until: time('until').notNull(),
  /** Whether the holder moves the clock now, so that no other process may take its place. */
  busy: boolean().notNull(),
});
