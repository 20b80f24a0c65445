import type { Column } from './columns.js';
import { restoreFunction, saveFunction } from './functions.js';
import { quoteName, quoteText } from './quote.js';

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
    saveFunction(schema, columns),
    restoreFunction(schema, columns),
  ];
}

/** Copies all rows to a schema. */
export function save(schema: string, note: unknown): string[] {
  const text = quoteText(JSON.stringify(note));
  return [`perform ${schema}.save()`, `comment on schema ${schema} is ${text}`];
}
