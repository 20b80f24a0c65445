import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema/index.js';

/** A database. Only its owner begins transactions, by `Transact`: on a pool, Drizzle never gives the connection back when BEGIN fails. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

/** A database, or a transaction of it. In a transaction, use that one only: PGlite has one connection. */
export type Sql = Omit<Database, 'transaction'>;
