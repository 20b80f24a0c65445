import type { RowIssue, RowRequirement } from '../../../db/schema/index.js';
import { writeCsv } from '../csv/write-csv.js';

/** The columns that an export adds to those of the roster. */
export const exportColumns = [
  'import_line',
  'import_status',
  'import_requirements',
  'import_issues',
] as const;

interface ExportedRow {
  readonly line: number;
  readonly status: string;
  readonly values: Readonly<Record<string, string>>;
  readonly requirements: readonly RowRequirement[];
  readonly issues: readonly RowIssue[];
}

/** A CSV file with all columns of a roster, and for each row its status, its open requirements and its issues. */
export function exportRows(rows: readonly ExportedRow[]): string {
  const added: readonly string[] = exportColumns;
  const names = Object.keys(rows[0]?.values ?? {}).filter((name) => !added.includes(name));
  const records = rows.map(({ line, status, values, requirements, issues }) => [
    ...names.map((name) => values[name] ?? ''),
    String(line),
    status,
    openRequirements(requirements),
    issues.map(({ column, code, message }) => `${column}: ${code}: ${message}`).join('; '),
  ]);
  return writeCsv([[...names, ...added], ...records]);
}

function openRequirements(requirements: readonly RowRequirement[]): string {
  return requirements
    .filter(({ required, state }) => required && state !== 'satisfied')
    .map(({ slug, state }) => `${slug}: ${state}`)
    .join('; ');
}
