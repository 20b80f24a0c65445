import type PgBoss from 'pg-boss';
import { SetupError } from '../sql/setup-error.js';
import type { SqlClient, SqlValue } from '../sql/sql-client.js';

/**
 * Creates a pg-boss 10 that uses the given client and is passive: it runs no maintenance and no schedules, and opens no
 * connection. Its own maintenance would archive jobs by other retention rules and look for expired jobs without an index.
 *
 * @throws SetupError naming the fix when pg-boss is not installed or has another version.
 */
export async function openBoss(sql: SqlClient<unknown>, schema: string): Promise<PgBoss> {
  const Boss = await loadBoss();
  const boss = new Boss({ db: bossDb(sql), schema, supervise: false, schedule: false });
  // Without maintenance, nothing emits errors. If something did, a missing listener would end the process.
  boss.on('error', () => {});
  return boss;
}

async function loadBoss(): Promise<typeof PgBoss> {
  const fix = 'The inbox requires pg-boss 10. Install it: npm install pg-boss@10.';
  const loaded = await import('pg-boss').catch((cause: unknown) => {
    throw new SetupError(`${fix} It could not be loaded.`, { cause });
  });
  const Boss: unknown = loaded.default;
  // Version 11 has different tables and no archive.
  if (!isBoss(Boss) || !Boss.getConstructionPlans().includes('pgboss.archive')) {
    throw new SetupError(`${fix} Another version was found.`);
  }
  return Boss;
}

function isBoss(value: unknown): value is typeof PgBoss {
  return typeof value === 'function' && 'getConstructionPlans' in value;
}

/** Lets pg-boss run its SQL through the given client. */
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

// A script runs as one transaction without them. With an explicit BEGIN, a script that fails would return its connection
// to the pool inside an aborted transaction.
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
