import { PGlite } from '@electric-sql/pglite';
import type { PostgresClient } from '@screening-webhooks/postgres';
import { Pool } from 'pg';

/** What the app needs of a database, whichever it is. */
export interface Database {
  readonly client: PostgresClient<Transaction>;
  query(text: string, values: unknown[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** An open transaction of either. */
interface Transaction {
  query(text: string, values: unknown[]): Promise<unknown>;
}

/** A pool of connections to a server. */
export function openServer(connectionString: string): Database {
  const pool = new Pool({ connectionString, connectionTimeoutMillis: 5000 });
  // A connection that breaks while nobody uses it. Without a listener it would end the process.
  pool.on('error', (error) => console.error('database', error.message));
  return {
    client: pool,
    query: async (text, values) => (await pool.query(text, values)).rows,
    close: () => pool.end(),
  };
}

/** PostgreSQL inside this process, on one directory. No other process may open it meanwhile: nothing would stop it. */
export function openFolder(folder: string): Database {
  const pglite = new PGlite(folder);
  return {
    client: pglite,
    query: async (text, values) => (await pglite.query(text, values)).rows,
    close: () => pglite.close(),
  };
}
