import { type Column, columnsQuery } from './columns.js';
import { restoreFunction, saveFunction } from './functions.js';
import { quoteName, quoteText } from './quote.js';

/** Raise it when a function of a snapshot changes: snapshots in durable databases get the new one then. */
const FUNCTIONS_VERSION = 1;

/** A query for a text about the tables of now. A snapshot with another text has old functions. */
export const fingerprint = `select md5(string_agg(concat_ws(' ', ${FUNCTIONS_VERSION}, "table", name, type, sequence), ', '))
  from (${columnsQuery}) as columns`;

/**
 * Creates a schema for a snapshot of these columns.
 *
 * @param schema Quoted.
 */
export function prepare(schema: string, columns: readonly Column[]): string[] {
  const tables = [...new Set(columns.map(({ table }) => quoteName(table)))];
  return [
    `create schema ${schema}`,
    ...tables.map((table) => `create table ${schema}.${table} (like public.${table})`),
    `create table ${schema}.sequences (name text not null, next bigint not null)`,
    `create table ${schema}.columns as ${columnsQuery}`,
    saveFunction(schema, columns),
    ...defineRestore(schema, columns, columns),
  ];
}

/** Defines how the columns `saved` of a snapshot go to those of now. */
export function defineRestore(
  schema: string,
  now: readonly Column[],
  saved: readonly Column[],
): string[] {
  return [
    restoreFunction(schema, now, saved),
    `execute ${quoteText(`comment on function ${schema}.restore() is `)} || quote_literal((${fingerprint}))`,
  ];
}

/** Copies all rows to a schema. */
export function save(schema: string, note: unknown): string[] {
  const text = quoteText(JSON.stringify(note));
  return [`perform ${schema}.save()`, `comment on schema ${schema} is ${text}`];
}
