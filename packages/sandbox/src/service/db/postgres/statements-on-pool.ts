import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import * as schema from '../schema/index.js';
import { retryConflicts } from './retry-conflicts.js';

/** Statements outside of a transaction, each on any connection. One that the database has ended for the sake of another runs again. */
export function statementsOnPool(pool: Pool): NodePgDatabase<typeof schema> {
  const query = (...args: unknown[]) => retryConflicts(() => Reflect.apply(pool.query, pool, args));
  const client = new Proxy(pool, {
    get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)),
  });
  return drizzle(client, { schema });
}
