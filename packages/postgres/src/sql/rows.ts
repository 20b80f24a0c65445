import type { SqlRow } from './sql-client.js';

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function hasFunction(value: object, name: string): boolean {
  return name in value && typeof Reflect.get(value, name) === 'function';
}

/** The rows of a driver's answer: `{ rows }`, an array of rows, or one such answer for each statement of a script. */
export function rowsOf(answer: unknown): readonly SqlRow[] {
  const last: unknown =
    Array.isArray(answer) && answer.some((each) => Array.isArray(each) || hasRows(each))
      ? answer.at(-1)
      : answer;
  const rows: unknown = hasRows(last) ? last.rows : last;
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

function hasRows(value: unknown): value is { readonly rows: unknown } {
  return isRecord(value) && Array.isArray(value['rows']);
}
