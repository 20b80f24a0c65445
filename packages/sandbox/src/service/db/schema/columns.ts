import type { SQL } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  customType,
  type ExtraConfigColumn,
  index,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

/** A time with milliseconds. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * The order of creation, because times may be equal. Its numbers are never set by hand, so no index has to keep them unique.
 */
export const seq = () => bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().notNull();

/** The first columns of an object of a tenant. */
export const tenantObject = {
  id: text().primaryKey(),
  seq: seq(),
  tenantId: text('tenant_id').notNull(),
};

/** The times of an object that can change. */
export const timestamps = {
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
};

/** The id of another object, which exists. */
export const foreignId = (name: string, target: () => AnyPgColumn) =>
  text(name).notNull().references(target);

/** An index for a list, which is filtered by some columns and ordered by creation. */
export const listIndex = (
  name: string,
  t: Readonly<Record<'createdAt' | 'seq', ExtraConfigColumn>>,
  ...filters: [ExtraConfigColumn, ...(ExtraConfigColumn | SQL)[]]
) => index(name).on(...filters, t.createdAt, t.seq);

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});

/** The number of a transaction. It never wraps around. */
export const transactionId = customType<{ data: number; driverData: string }>({
  dataType: () => 'xid8',
  fromDriver: Number,
  toDriver: String,
});
