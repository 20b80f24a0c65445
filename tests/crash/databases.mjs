// The databases that `transactional` runs on. `open` returns `{ client, query, close }`; `query` resolves with rows.
// `run` executes one or more statements in a transaction of the driver, `nest` is the driver's or Drizzle's way to nest one.
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/node-postgres';
import { openPool, openPostgresJs } from './servers/clients.mjs';

// No drill here takes the server away, and a busy machine may be slow to connect.
const CONNECTS_WITHIN_MS = 30_000;

export const databases = [
  {
    name: 'pg, Drizzle',
    server: 'postgres',
    open({ port }) {
      const client = openPool(port, 2, CONNECTS_WITHIN_MS);
      return {
        client,
        query: async (text) => (await client.query(text)).rows,
        close: () => client.end(),
      };
    },
    run: (tx, text) => tx.query(text),
    nest: (tx, body) => drizzle(tx).transaction((inner) => body((text) => inner.execute(text))),
  },
  {
    name: 'postgres.js',
    server: 'postgres',
    open({ port }) {
      const client = openPostgresJs(port, {
        max: 2,
        connect_timeout: CONNECTS_WITHIN_MS / 1000,
      });
      const query = (text) => client.unsafe(text);
      return { client, query, close: () => client.end({ timeout: 1 }) };
    },
    run: (tx, text) => tx.unsafe(text),
    nest: (tx, body) => tx.savepoint((inner) => body((text) => inner.unsafe(text))),
  },
  {
    name: 'PGlite',
    server: 'inProcess',
    open({ folder }) {
      const client = new PGlite(join(folder, 'data'));
      return {
        client,
        query: async (text) => (await client.query(text)).rows,
        close: () => client.close(),
      };
    },
    run: (tx, text) => tx.exec(text),
    // PGlite cannot nest.
    async nest(tx, body) {
      await tx.exec('SAVEPOINT inner_one');
      try {
        await body((text) => tx.exec(text));
        await tx.exec('RELEASE SAVEPOINT inner_one');
      } catch (error) {
        await tx.exec('ROLLBACK TO SAVEPOINT inner_one');
        throw error;
      }
    },
  },
];
