import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * Passes rows of a table to a statement as one parameter, in JSON, so that its text is the same for any number of rows. No row
 * can have bytes, or U+0000 or half of a surrogate pair in a text or JSON.
 *
 * @param names The columns that every row has.
 */
export function jsonRows<Name extends string>(
  table: PgTable & Readonly<Record<Name, PgColumn>>,
  names: readonly Name[],
) {
  return {
    columns: sql.join(
      names.map((name) => sql.identifier(table[name].name)),
      sql`, `,
    ),
    /** Makes the table that the statement selects from. @param rows The text of `write`, or a placeholder for it. */
    read: (rows: unknown): SQL => sql`json_populate_recordset(null::${table}, ${rows}::json)`,
    write: (rows: readonly Readonly<Record<Name, unknown>>[]): string =>
      JSON.stringify(
        rows.map((row) => Object.fromEntries(names.map((name) => [table[name].name, row[name]]))),
      ),
  };
}
