import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Pool } from 'pg';
import { createScratchDatabase } from 'screening-webhooks-test-support/scratch-database';
import type { OpenDatabase } from '../../../src/service/db/connect.js';
import { migrationsFolder } from '../../../src/service/db/package-files.js';
import { transactOnPool } from '../../../src/service/db/postgres/run-on-pool.js';
import * as schema from '../../../src/service/db/schema/index.js';
import { prepareSnapshot, SEEDED } from '../../../src/service/db/snapshot.js';
import { type ExplainedStatement, readPlan } from './plan.js';

/** A database that reports the plan of every statement that a service runs on it. */
export interface ExplainedDatabase extends OpenDatabase {
  /** The statements since the last call, in order of execution, including those of triggers and foreign keys. */
  takeStatements(): readonly ExplainedStatement[];
  /** Runs statements as the administrator, without plans. */
  admin(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

// The server itself explains each statement as it runs, so the plan of a command is from its own transaction.
const explaining = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  // JIT pays only for plans of many rows.
  jit: 'off',
};

/** Opens an empty database with the tables. It is dropped when it is closed. */
export async function openExplainedDatabase(): Promise<ExplainedDatabase> {
  const scratch = await createScratchDatabase();
  const administrator = new Pool({ connectionString: scratch.url, max: 1 });
  const prepared = drizzle(administrator, { schema });
  await migrate(prepared, { migrationsFolder: migrationsFolder() });
  await prepareSnapshot(prepared, SEEDED);

  const options = Object.entries(explaining).map(([key, value]) => `-c ${key}=${value}`);
  const pool = new Pool({ connectionString: scratch.url, max: 4, options: options.join(' ') });
  let statements: ExplainedStatement[] = [];
  // The end of the database breaks connections that a test has left open, or that are still closing.
  for (const each of [administrator, pool]) each.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const statement = readPlan(message ?? '');
      if (statement) statements.push(statement);
    });
  });
  return {
    sql: drizzle(pool, { schema }),
    transact: transactOnPool(pool),
    takeStatements() {
      const taken = statements;
      statements = [];
      return taken;
    },
    async admin(text) {
      const result = await administrator.query(text);
      return result.rows;
    },
    async close() {
      await pool.end();
      await administrator.end();
      await scratch.drop();
    },
  };
}
