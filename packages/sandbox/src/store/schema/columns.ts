import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** A time with milliseconds. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

const numbered = () => bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().notNull();

/** The order of creation. Lists and cursors go by it, because times may be equal. */
export const seq = () => numbered().unique();

/** The order of creation, of rows that have no other id. */
export const seqKey = () => numbered().primaryKey();

/** Bytes as they are. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});

/** The number of a transaction. It never wraps around. */
export const transactionId = customType<{ data: number; driverData: string }>({
  dataType: () => 'xid8',
  fromDriver: Number,
  toDriver: String,
});
