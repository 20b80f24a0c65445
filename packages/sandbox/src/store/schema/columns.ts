import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** A time with milliseconds. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The order of creation. Lists and cursors go by it, because times may be equal. */
export const seq = () =>
  bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique();

/** Bytes as they are. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});
