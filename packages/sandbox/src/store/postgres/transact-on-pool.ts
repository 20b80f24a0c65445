import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool, PoolClient } from 'pg';
import * as schema from '../schema/index.js';
import type { Sql } from '../sql.js';
import { firstRow, type Transact } from '../transact.js';

/** Transactions whose first statement is sent together with their BEGIN. */
export function transactOnPool(pool: Pool): Transact {
  const connections = new WeakMap<PoolClient, Sql>();

  function sqlOf(client: PoolClient): Sql {
    const known = connections.get(client);
    if (known) return known;
    const made = drizzle(client, { schema });
    connections.set(client, made);
    return made;
  }

  return async (first, body) => {
    const client = await pool.connect();
    try {
      const results: unknown = await client.query(`begin; ${first}`);
      const row = firstRow(Array.isArray(results) ? results.at(-1) : results);
      const result = await body(sqlOf(client), row);
      await client.query('commit');
      return result;
    } catch (error) {
      // The connection may be what has failed. The error that is told is the first.
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  };
}
