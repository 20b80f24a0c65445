import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
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

/**
 * Changes each row to values of its own, with one statement. They go through JSON, so none can be bytes.
 *
 * @param changed The rows before, and those columns that change.
 * @returns the rows after it, in any order.
 */
export async function updateEach(
  command: Pick<Command, 'tx' | 'now'>,
  table: PgTable & { readonly id: PgColumn },
  changed: readonly { readonly row: { readonly id: string }; readonly changes: object }[],
) {
  const untyped: PgTable = table;
  const columns = Object.entries(getTableColumns(untyped)).filter(([name]) =>
    changed.some(({ changes }) => name in changes),
  );
  const values = changed.map(({ row, changes }) => {
    const set = Object.entries(changes).filter(([, value]) => value !== undefined);
    const after = new Map([...Object.entries(row), ...set]);
    return {
      id: row.id,
      ...Object.fromEntries(columns.map(([name, { name: column }]) => [column, after.get(name)])),
    };
  });
  const set = columns.map(([name, { name: column }]) => [
    name,
    sql`changed.${sql.identifier(column)}`,
  ]);
  return updateRows(command, untyped, Object.fromEntries(set))
    .from(sql`json_populate_recordset(null::${table}, ${JSON.stringify(values)}::json) changed`)
    .where(eq(table.id, sql`changed.id`))
    .returning(getTableColumns(untyped));
}
