import { isRecord } from '@screening-webhooks/core/store-kit';
import type { SqlRow } from './sql-client.js';

/** The rows of a driver's result: `{ rows }`, an array of rows, or an array with one such result per statement of a script. */
export function resultRows(result: unknown): readonly SqlRow[] {
  const last: unknown =
    Array.isArray(result) && result.some((each) => Array.isArray(each) || hasRows(each))
      ? result.at(-1)
      : result;
  const rows: unknown = hasRows(last) ? last.rows : last;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

function hasRows(value: unknown): value is { readonly rows: unknown } {
  return isRecord(value) && Array.isArray(value['rows']);
}
