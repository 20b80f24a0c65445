import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema/index.js';

/** The database, or a transaction of it. In a transaction, use that one only: PGlite has one connection. */
export type Sql = PgDatabase<PgQueryResultHKT, typeof schema>;
