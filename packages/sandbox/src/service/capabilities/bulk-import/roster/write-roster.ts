import type { RoleRow } from '../../roles/index.js';
import { writeCsv } from '../csv/csv.js';
import type { RowRecord } from '../records.js';
import { documentColumns, documentSlugs, rosterColumns } from './columns.js';

/** The columns that an export adds to those of the roster. */
export const exportColumns = [
  'import_line',
  'import_status',
  'import_requirements',
  'import_issues',
] as const;

interface ExportedRow extends Pick<RowRecord, 'line' | 'values' | 'requirements' | 'issues'> {
  readonly status: string;
}

/**
 * Writes a CSV file with all columns of a roster and, for each row, its status, open requirements and issues.
 *
 * @param pages The rows of one roster. They all have the columns of the first row.
 * @returns the text of each page. The first has the header.
 */
export async function* exportRows(
  pages: AsyncIterable<readonly ExportedRow[]>,
): AsyncGenerator<string, void> {
  const added: readonly string[] = exportColumns;
  let columns: readonly string[] | undefined;
  for await (const rows of pages) {
    const names =
      columns ?? Object.keys(rows[0]?.values ?? {}).filter((name) => !added.includes(name));
    const header = columns ? [] : [[...names, ...added]];
    columns = names;
    const records = rows.map(({ line, status, values, requirements, issues }) => [
      ...names.map((name) => values[name] ?? ''),
      String(line),
      status,
      openRequirements(requirements),
      issues.map(({ column, code, message }) => `${column}: ${code}: ${message}`).join('; '),
    ]);
    yield writeCsv([...header, ...records]);
  }
  if (!columns) yield writeCsv([added]);
}

function openRequirements(requirements: ExportedRow['requirements']): string {
  return requirements
    .filter(({ required, state }) => required && state !== 'satisfied')
    .map(({ slug, state }) => `${slug}: ${state}`)
    .join('; ');
}

const DAY = 86_400_000;

/** A roster for a role: the header, and an example row to replace. */
export function rosterTemplate(role: RoleRow, now: Date): string {
  const columns = rosterColumns([role]);
  const [applies = 'CA'] = role.requirements.flatMap(({ states }) => states ?? []);
  const nextYear = new Date(now.getTime() + 365 * DAY).toISOString().slice(0, 10);
  const example = new Map<string, string>([
    ['first_name', 'Maria'],
    ['last_name', 'Ortiz'],
    ['email', 'maria.ortiz@example.com'],
    ['role', role.slug],
    ['work_state', applies],
    ['external_id', 'clinician-1'],
    ['phone', '415-555-0100'],
    ['date_of_birth', '1990-02-28'],
    ['start_date', nextYear],
  ]);
  for (const slug of documentSlugs([role])) {
    const { number, state, expiresOn } = documentColumns(slug);
    // A magic value, which every configuration accepts and the source confirms.
    example.set(number, 'SBX-OK-1').set(state, applies).set(expiresOn, nextYear);
  }
  return writeCsv([columns, columns.map((column) => example.get(column) ?? '')]);
}
