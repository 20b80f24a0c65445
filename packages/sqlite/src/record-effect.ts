import type { EventEnvelope } from '@screening-webhooks/core';
import {
  checkNames,
  EffectInProgressError,
  type EffectOptions,
  effectNames,
  effectOf,
  sqliteClaimStatements,
} from '@screening-webhooks/core/store-kit';
import { rowsOf, withPragma } from './database/sqlite-client.js';
import { checkDatabase, type SqliteDatabase } from './database/sqlite-database.js';
import { explained, isInUse, isLocked } from './database/sqlite-error.js';
import { bound, missingTable, quotedTable } from './sqlite-store.js';

// The check runs a statement.
const checked = new WeakSet<SqliteDatabase>();

/**
 * Records, in the transaction that is open on `database`, that it contains the effects of the event. Returns false when an earlier
 * transaction has committed them: then do nothing.
 *
 * @throws EffectInProgressError when another connection is writing. Let it end the transaction.
 * @throws TypeError when no transaction is open, or an option is malformed; Error naming the fix when the table is missing.
 * @example
 * db.exec('BEGIN IMMEDIATE');
 * try {
 *   if (recordEffect(db, event)) activate.run(event.data.externalId);
 *   db.exec('COMMIT');
 * } catch (error) {
 *   db.exec('ROLLBACK');
 *   throw error;
 * }
 */
export function recordEffect(
  database: SqliteDatabase,
  event: EventEnvelope,
  options: EffectOptions = {},
): boolean {
  checkNames(options, effectNames, 'recordEffect');
  if (!checked.has(database)) checkDatabase(database);
  checked.add(database);
  const { key, retention } = effectOf(event, options);
  const table = quotedTable(options.table);
  const { sql, values } = sqliteClaimStatements(table).record(bound(key), retention);
  return withPragma(database, 'busy_timeout', 0, () => {
    requireTransaction(database);
    try {
      // Takes the lock. In libsql, a prepared statement that fails at it stays in progress, and no later transaction commits.
      database.exec(`DELETE FROM ${table} WHERE 0`);
      return rowsOf(database.prepare(sql).all(...values)).length > 0;
    } catch (error) {
      throw isLocked(error)
        ? new EffectInProgressError()
        : explained(error, missingTable(options.table));
    }
  });
}

/** A record that is committed by itself would keep the effect from ever happening. */
function requireTransaction(database: SqliteDatabase): void {
  try {
    database.exec('BEGIN');
  } catch (error) {
    if (isInUse(error)) return;
    throw error;
  }
  database.exec('ROLLBACK');
  throw new TypeError(
    'database: expected an open transaction, so that the record and the effect are committed together. Call recordEffect after BEGIN IMMEDIATE, or in the function of database.transaction().',
  );
}
