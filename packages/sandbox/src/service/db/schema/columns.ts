import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** A time with milliseconds. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * The order of creation, because times may be equal. Its numbers are never given by hand, so no index has to keep them apart.
 */
export const seq = () => bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().notNull();

/** The order of creation, of rows that have no other id. */
export const seqKey = () => seq().primaryKey();

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
