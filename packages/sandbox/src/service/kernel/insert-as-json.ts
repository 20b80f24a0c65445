import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * Inserts rows that come as one parameter, in JSON: the statement has one text for any number of them. None can have bytes.
 *
 * @param names The columns that every row has.
 */
export function insertAsJson<Name extends string>(
  table: PgTable & Readonly<Record<Name, PgColumn>>,
  names: readonly Name[],
) {
  const columns = sql.join(
    names.map((name) => sql.identifier(table[name].name)),
    sql`, `,
  );
  return {
    /** @param rows What `write` returns, or a placeholder for it. */
    statement: (rows: unknown): SQL => sql`insert into ${table} (${columns})
      select ${columns} from json_populate_recordset(null::${table}, ${rows}::json)`,
    write: (rows: readonly Readonly<Record<Name, unknown>>[]): string =>
      JSON.stringify(
        rows.map((row) => Object.fromEntries(names.map((name) => [table[name].name, row[name]]))),
      ),
  };
}
