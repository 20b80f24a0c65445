import type { RowIssue, UnvalidatedRow } from '../../../db/schema/index.js';
import { withoutGuard } from '../csv/csv.js';
import type { RosterRow } from './read-roster.js';

/** Gives each row of a roster an issue for each value that must be unique and that an earlier row has. */
export function* findDuplicates(rows: Iterable<RosterRow>): Generator<UnvalidatedRow, void> {
  const firstEmails = new Map<string, number>();
  const firstIds = new Map<string, number>();
  for (const { line, values } of rows) {
    const value = (column: string) => withoutGuard((values[column] ?? '').trim());
    const issues = [
      duplicate(firstEmails, 'email', value('email').toLowerCase(), line),
      duplicate(firstIds, 'external_id', value('external_id'), line),
    ];
    yield { line, values, issues: issues.filter((issue) => issue !== undefined) };
  }
}

/** @param first The first line of each value. */
function duplicate(
  first: Map<string, number>,
  column: string,
  value: string,
  line: number,
): RowIssue | undefined {
  const earlier = first.get(value);
  if (earlier !== undefined) {
    return {
      column,
      code: 'duplicate_row',
      message: `is on line ${earlier} already`,
      facts: { line: earlier },
    };
  }
  if (value !== '') first.set(value, line);
  return undefined;
}
