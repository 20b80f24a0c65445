import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Sql } from '../db/sql.js';
import type { Command } from './command.js';

/** Starts a change of rows. If they have `updatedAt`, it becomes the time of the command. */
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
 * Changes each row to values of its own, with one statement, which has a parameter for each column.
 *
 * @param changed The rows before, and those columns that change.
 * @returns the changed rows, in any order.
 * @throws TypeError for a column of bytes.
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
  const after = changed.map(({ row, changes }) => {
    const set = Object.entries(changes).filter(([, value]) => value !== undefined);
    return new Map([...Object.entries(row), ...set]);
  });
  const set = columns.map(([name, column]) => [
    name,
    sql`changed.${sql.identifier(column.name)}::${sql.raw(column.getSQLType())}`,
  ]);
  const written = [['id', table.id] as const, ...columns];
  const names = written.map(([, { name }]) => sql.identifier(name));
  const values = written.map(([name, column]) =>
    texts(
      column,
      after.map((row) => row.get(name)),
    ),
  );
  return updateRows(command, untyped, Object.fromEntries(set))
    .from(sql`unnest(${sql.join(values, sql`, `)}) changed(${sql.join(names, sql`, `)})`)
    .where(eq(table.id, sql`changed.id`))
    .returning(getTableColumns(untyped));
}

/** The values of a column. JSON is a text among them: PostgreSQL takes U+0000 in it, but not in a field of a larger JSON. */
function texts(column: PgColumn, values: readonly unknown[]): SQL {
  const written = values.map((value) => {
    if (value === null || value === undefined) return null;
    const sent = column.mapToDriverValue(value);
    if (sent instanceof Uint8Array) throw new TypeError(`${column.name} has bytes.`);
    return String(sent);
  });
  return sql`${sql.param(written)}::text[]`;
}
