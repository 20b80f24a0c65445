import type { RoleRow } from '../../roles/index.js';
import { writeCsv } from '../csv/write-csv.js';
import { documentColumns, documentSlugs, rosterColumns } from './columns.js';

const DAY = 86_400_000;

/** A roster for a role: the header, and a row to be replaced. */
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
    // A magic value, which every configuration takes: the source confirms it.
    example.set(number, 'SBX-OK-1').set(state, applies).set(expiresOn, nextYear);
  }
  return writeCsv([columns, columns.map((column) => example.get(column) ?? '')]);
}
