import type { FileIssue } from '../../db/schema/index.js';
import { uploadedName } from '../../http/forms.js';
import { describeFields, fieldProblem, found, invalidField, Problem } from '../../http/problem.js';
import { archivedProblem } from '../../http/state-machine.js';
import { type ScopedCommand, schedule } from '../../kernel/command.js';
import { limits } from '../../limits/limits.js';
import { hasSsn } from '../candidates/index.js';
import { openRoles, type RoleRow, rolesById } from '../roles/index.js';
import { type ImportRecord, importRecords } from './records.js';
import { requiredColumns, rosterColumns } from './roster/columns.js';
import { readRoster } from './roster/read-roster.js';
import { exportColumns } from './roster/write-roster.js';

const { most: LARGEST_FILE } = limits.roster;

export interface NewImport {
  readonly file: File;
  readonly fileName: string | undefined;
  /** The role of all rows. */
  readonly roleId: string | undefined;
}

/**
 * Stores a roster and schedules its validation. The faults of the file as a whole are found at once: a refused file is not stored.
 *
 * @throws Problem for a file that is too large, empty or no CSV, or an unknown or archived role.
 */
export async function startImport(
  command: ScopedCommand,
  { file, fileName, roleId }: NewImport,
): Promise<ImportRecord> {
  const { tx, now, nextId, scope } = command;
  if (file.size > LARGEST_FILE) {
    throw new Problem('payload_too_large', `The file is larger than ${LARGEST_FILE} bytes.`);
  }
  const name = readFileName(file, fileName);
  const role = roleId === undefined ? undefined : await openRole(command, roleId);
  const content = new Uint8Array(await file.arrayBuffer());
  const { rows, issues, isUnreadable } = readRoster(
    content,
    await rosterTemplateFor(command, role),
  );
  if (isUnreadable) throw unreadableProblem(issues);
  const refused = issues.some(({ severity }) => severity === 'error');
  const row = await importRecords.insert(command, {
    id: await nextId('imp'),
    integrationId: scope.integrationId,
    fileName: name,
    roleId: roleId ?? null,
    status: 'validating',
    content: refused ? null : content,
    rowCount: rows.length,
    validCount: 0,
    pendingCount: 0,
    missingCount: 0,
    fileIssues: issues,
  });
  await schedule(tx, { kind: 'import_validation', ref: row.id, dueAt: now });
  return row;
}

function unreadableProblem(issues: readonly FileIssue[]): Problem {
  const errors = issues
    .filter(({ severity }) => severity === 'error')
    .map(({ line, code, message }) =>
      fieldProblem(['file'], code, line === null ? message : `line ${line}: ${message}`),
    );
  return new Problem('csv_invalid', describeFields(errors), { errors });
}

async function openRole({ tx, scope }: ScopedCommand, id: string): Promise<RoleRow> {
  const roles = await rolesById(tx, scope, [id]);
  const role = found([...roles.values()], 'role', id);
  if (role.archived) throw archivedProblem('role');
  return role;
}

async function rosterTemplateFor({ tx, scope }: ScopedCommand, role: RoleRow | undefined) {
  const roles = role ? [role] : await openRoles(tx, scope);
  return {
    // An export may be sent again.
    known: [...rosterColumns(roles), ...exportColumns],
    required: requiredColumns.filter((column) => !role || column !== 'role'),
  };
}

function readFileName({ name }: File, fileName: string | undefined): string {
  const given = fileName?.trim() || uploadedName(name, 'roster.csv');
  if (!hasSsn(given, '')) return given;
  const message = 'must not have a whole Social Security number in its name';
  throw invalidField('file', 'full_ssn', message);
}
