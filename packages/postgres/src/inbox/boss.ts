import type PgBoss from 'pg-boss';
import type { SqlClient, SqlValue } from '../sql/sql-client.js';
import { SetupError } from './setup-error.js';

/**
 * A pg-boss 10 that talks through our client and does nothing of itself: no maintenance, no schedules, no connection.
 * Its maintenance archives by its own idea of retention, and finds expired jobs without an index.
 *
 * @throws SetupError when pg-boss is not installed, or is another version, naming the cure.
 */
export async function openBoss(sql: SqlClient<unknown>, schema: string): Promise<PgBoss> {
  const Boss = await loadBoss();
  const boss = new Boss({ db: bossDb(sql), schema, supervise: false, schedule: false });
  // Nothing emits them without maintenance; a listener less would end the process.
  boss.on('error', () => {});
  return boss;
}

async function loadBoss(): Promise<typeof PgBoss> {
  const cure = 'The inbox runs on pg-boss 10. Install it: npm install pg-boss@10.';
  const loaded = await import('pg-boss').catch((cause: unknown) => {
    throw new SetupError(`${cure} It could not be loaded.`, { cause });
  });
  const Boss: unknown = loaded.default;
  // Version 11 has no archive, and other tables.
  if (!isBoss(Boss) || !Boss.getConstructionPlans().includes('pgboss.archive')) {
    throw new SetupError(`${cure} Another version was found.`);
  }
  return Boss;
}

function isBoss(value: unknown): value is typeof PgBoss {
  return typeof value === 'function' && 'getConstructionPlans' in value;
}

/** What pg-boss runs its SQL with. */
export function bossDb(sql: SqlClient<unknown>): PgBoss.Db {
  return {
    async executeSql(text, values) {
      const rows =
        Array.isArray(values) && values.length > 0
          ? await sql.query(text, values.map(sqlValue))
          : await sql.script(withoutTransaction(text));
      return { rows: [...rows] };
    },
  };
}

// A script of several statements is a transaction anyhow. With a BEGIN of its own, one that fails would leave its
// connection in a broken transaction, for the next who gets it from the pool.
function withoutTransaction(text: string): string {
  return text.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '');
}

function sqlValue(value: unknown): SqlValue {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'object':
      return value;
    default:
      return null;
  }
}
