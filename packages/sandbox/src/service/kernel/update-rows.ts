import type { PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Sql } from '../db/sql.js';
import type { Command } from './command.js';

/** Starts a change of rows. Where they have `updatedAt`, it becomes the time of the command. */
export function updateRows<Table extends PgTable>(
  { tx, now }: Pick<Command, 'tx' | 'now'>,
  table: Table,
  changes: PgUpdateSetSource<Table>,
) {
  return writeRows(tx, table, 'updatedAt' in table ? { ...changes, updatedAt: now } : changes);
}

/** Starts a change after which `updatedAt` stays, such as one of the health of an endpoint. */
export function writeRows<Table extends PgTable>(
  tx: Sql,
  table: Table,
  columns: PgUpdateSetSource<Table>,
) {
  return tx.update(table).set(columns);
}
