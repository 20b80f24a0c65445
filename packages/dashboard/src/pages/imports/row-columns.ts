import type { Item } from '../../api/operations.js';

export type ImportRow = Item<'listBulkImportRows'>;
type RowIssue = ImportRow['issues'][number];

/** The columns of rows: those of the file in its order, then those that only issues name. */
export function columnsOf(rows: readonly ImportRow[]): readonly string[] {
  const ofFile = rows.flatMap(({ values }) => Object.keys(values));
  const ofIssues = rows.flatMap(({ issues }) => issues.map(({ column }) => column));
  return [...new Set([...ofFile, ...ofIssues])];
}

/** A cell: its text, and what is wrong with it. */
export interface Cell {
  /** Undefined: the file does not have the column. */
  readonly text: string | undefined;
  readonly issues: readonly RowIssue[];
}

export function cellOf({ values, issues }: ImportRow, column: string): Cell {
  return {
    text: Object.hasOwn(values, column) ? values[column] : undefined,
    issues: issues.filter((issue) => issue.column === column),
  };
}
