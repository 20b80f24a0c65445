import type { RowIssue } from '../../../db/schema/index.js';
import { withoutGuard } from '../csv/write-csv.js';
import type { RosterRow } from './read-roster.js';

/** Finds the values that rows repeat of an earlier one, by their lines. */
export function findDuplicates(
  rows: readonly RosterRow[],
): ReadonlyMap<number, readonly RowIssue[]> {
  const issues = new Map<number, RowIssue[]>();
  for (const column of ['email', 'external_id']) {
    const first = new Map<string, number>();
    for (const { line, values } of rows) {
      const text = withoutGuard((values[column] ?? '').trim());
      const key = column === 'email' ? text.toLowerCase() : text;
      const earlier = first.get(key);
      if (key === '') continue;
      if (earlier === undefined) first.set(key, line);
      else {
        const message = `is on line ${earlier} already`;
        issues.set(line, [...(issues.get(line) ?? []), { column, code: 'duplicate_row', message }]);
      }
    }
  }
  return issues;
}
