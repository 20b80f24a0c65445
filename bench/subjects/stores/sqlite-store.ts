import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStore } from '@screening-webhooks/sqlite';
import Database from 'libsql';
import type { Count, Effort } from '../../measure/effort.js';
import type { Row } from '../../measure/row.js';
import { rowsOf } from '../../measure/rows-of.js';
import { contestOfClaims } from './contest-of-claims.js';

const PER_ROUND: Count = { full: 2000, quick: 64 };
const RAW = 'INSERT OR IGNORE of a row';

/** Claims and commits beside the cheapest statement for one, the INSERT of a row, in the same file. */
export async function sqliteStoreRows(effort: Effort): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sqlite-'));
  const database = new Database(join(folder, 'bench.db'));
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('CREATE TABLE raw (key TEXT PRIMARY KEY, ends_at INTEGER) WITHOUT ROWID');
    const store = sqliteStore(database);
    await store.migrate();
    const insert = database.prepare('INSERT OR IGNORE INTO raw VALUES (?, ?)');
    const { heading, times, figuresOf } = await contestOfClaims(effort, {
      name: 'sqliteStore',
      perRound: PER_ROUND,
      store,
      raw: RAW,
      insert: async (key) => insert.run(key, Date.now()),
    });
    return rowsOf(heading, times, RAW, {
      pairs: [{ name: 'sqliteStore.claim', against: RAW, budget: 0.6 }],
      figuresOf,
    });
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
}
