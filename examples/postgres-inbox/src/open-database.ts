import { PGlite } from '@electric-sql/pglite';
import type { PostgresClient } from '@screening-webhooks/postgres';
import { Pool } from 'pg';

/** The database operations of the app, on a server or on PGlite. */
export interface Database {
  readonly client: PostgresClient<Transaction>;
  query(text: string, values: unknown[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** An open transaction. */
interface Transaction {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** A pool of connections to a server. */
export function openServer(connectionString: string): Database {
  // More than the ten events that the worker runs at once, each of which may hold one.
  const pool = new Pool({ connectionString, max: 15, connectionTimeoutMillis: 5000 });
  // An idle connection that breaks emits an error. Without a listener, the error ends the process.
  pool.on('error', (error) => console.error('database', error.message));
  return {
    client: pool,
    query: async (text, values) => (await pool.query(text, values)).rows,
    close: () => pool.end(),
  };
}

/** PostgreSQL in this process, on one directory. No other process may open the directory, and nothing prevents it. */
export function openFolder(folder: string): Database {
  const pglite = new PGlite(folder);
  return {
    client: pglite,
    query: async (text, values) => (await pglite.query(text, values)).rows,
    close: () => pglite.close(),
  };
}
