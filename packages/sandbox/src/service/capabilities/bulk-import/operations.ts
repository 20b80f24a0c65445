import { z } from 'zod';
import type { FileIssue } from '../../db/schema/index.js';
import { collection } from '../../http/collection.js';
import { faultOfFileName } from '../../http/forms.js';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, csvOperation, tagged } from '../../http/operation.js';
import {
  describeFields,
  type FieldProblem,
  fieldProblem,
  known,
  Problem,
} from '../../http/problem.js';
import { archivedProblem } from '../../http/state-machine.js';
import { requireQuota } from '../../http/tenant-quota.js';
import { type ScopedCommand, schedule } from '../../kernel/command.js';
import { text } from '../../limits/bounded.js';
import { limits } from '../../limits/limits.js';
import { openRoles, type RoleRow, roleRecords } from '../roles/index.js';
import { refuseFileName } from '../verifications/index.js';
import { textStream } from './csv/text-stream.js';
import {
  boundedImports,
  type ImportRecord,
  importRecords,
  importStatuses,
  rowPages,
  rowRecords,
  rowStatuses,
  storeParts,
} from './records.js';
import { requiredColumns, rosterColumns } from './roster/columns.js';
import { findDuplicates } from './roster/find-duplicates.js';
import { readRoster } from './roster/read-roster.js';
import { exportColumns, exportRows, rosterTemplate } from './roster/write-roster.js';
import { BulkImport, ImportRow, importToWire, rowToWire, UploadRoster } from './wire.js';

const params = z.object({ id: text('id') });
const { most: LARGEST_FILE } = limits.roster;

const imports = collection({
  path: '/v1/bulk-imports',
  of: importRecords,
  item: BulkImport,
  toWire: (rows) => rows.map(importToWire),
});

export const importOperations = tagged('Bulk import', [
  changeOperation({
    id: 'createBulkImport',
    method: 'POST',
    path: '/v1/bulk-imports',
    summary: 'Upload a roster CSV and validate its rows',
    accepts: {
      'multipart/form-data': LARGEST_FILE + limits.formOverhead.most,
      'text/csv': LARGEST_FILE,
    },
    input: {
      query: z.strictObject({
        roleId: text('id')
          .optional()
          .describe('The role of all rows. The file then needs no `role` column.'),
        fileName: text('reference')
          .min(1)
          .optional()
          .describe('Default: the file name in the form.'),
      }),
      body: UploadRoster,
    },
    status: 202,
    returns: BulkImport,
    refuses: ['resource_not_found', 'state_conflict', 'csv_invalid'],
    async handle({ query: { roleId, fileName }, body: { file } }, context) {
      return importToWire(await startImport(context, { file, fileName, roleId }));
    },
  }),

  imports.list({
    id: 'listBulkImports',
    summary: 'List bulk imports',
    filters: { status: z.enum(importStatuses) },
  }),

  imports.get({ id: 'getBulkImport', summary: 'Get a bulk import' }),

  listOperation({
    id: 'listBulkImportRows',
    path: '/v1/bulk-imports/{id}/rows',
    summary: 'List the rows of a bulk import in file order',
    of: rowRecords,
    item: ImportRow,
    parent: { of: importRecords, column: 'importId' },
    upBy: 'line',
    filters: { status: z.enum(rowStatuses) },
    toWire: (rows) => rows.map(rowToWire),
  }),

  csvOperation({
    id: 'exportBulkImportRows',
    path: '/v1/bulk-imports/{id}/rows.csv',
    summary: 'Export the rows of a bulk import and their issues as CSV',
    input: { params },
    async handle({ params: { id } }, { sql, scope }) {
      await importRecords.find(sql, scope, id);
      const text = await textStream(exportRows(rowPages(sql, id)));
      return { fileName: `${id}-rows.csv`, text };
    },
  }),

  imports.act('commit', {
    id: 'commitBulkImport',
    summary:
      'Commit a bulk import: create candidates and onboardings from its valid and pending rows',
    status: 202,
    run: commitImport,
  }),

  csvOperation({
    id: 'getRosterTemplate',
    path: '/v1/roles/{id}/roster-template.csv',
    summary: 'Get the roster CSV template of a role',
    input: { params },
    async handle({ params: { id } }, { sql, scope, now }) {
      const role = await roleRecords.find(sql, scope, id);
      const fileName = `${role.slug.replaceAll(/[^\w.-]/g, '_')}-roster.csv`;
      return { fileName, text: rosterTemplate(role, now) };
    },
  }),
]);

/** Schedules the creation of the candidates and onboardings. */
async function commitImport(command: ScopedCommand, row: ImportRecord): Promise<ImportRecord> {
  const { tx, now, requestId } = command;
  await schedule(tx, {
    kind: 'import_commit',
    ref: row.id,
    dueAt: now,
    tenantId: row.tenantId,
  });
  return importRecords.act(command, 'commit', row, { requestId });
}

interface NewImport {
  readonly file: File;
  readonly fileName: string | undefined;
  /** The role of all rows. */
  readonly roleId: string | undefined;
}

/**
 * Stores a roster and schedules its validation. Finds errors of the whole file at once. A refused file is not stored.
 *
 * @throws Problem for a file that is too large, empty or not CSV, for an unknown or archived role, or when the tenant has too
 * many open imports.
 */
async function startImport(
  command: ScopedCommand,
  { file, fileName, roleId }: NewImport,
): Promise<ImportRecord> {
  const { tx, now, nextId, scope } = command;
  if (file.size > LARGEST_FILE) {
    throw new Problem('payload_too_large', `The file is larger than ${LARGEST_FILE} bytes.`, {
      facts: { most: LARGEST_FILE, unit: 'bytes' },
    });
  }
  await requireQuota(command, boundedImports);
  if (fileName !== undefined) checkParameter(fileName);
  const name = fileName ?? (file.name || 'roster.csv');
  refuseFileName(name);
  const role = roleId === undefined ? undefined : await roleRecords.find(tx, scope, roleId);
  if (role?.archived) throw archivedProblem('role');
  const content = new Uint8Array(await file.arrayBuffer());
  const { rows, issues, isUnreadable } = await readRoster(
    content,
    await rosterTemplateFor(command, role),
  );
  if (isUnreadable) throw unreadableProblem(issues);
  const row = await importRecords.insert(command, {
    id: await nextId('imp'),
    integrationId: scope.integrationId,
    fileName: name,
    roleId: roleId ?? null,
    status: 'validating',
    rowCount: rows.length,
    validCount: 0,
    pendingCount: 0,
    missingCount: 0,
    fileIssues: issues,
  });
  await storeParts(tx, row.id, findDuplicates(rows));
  await schedule(tx, {
    kind: 'import_validation',
    ref: row.id,
    dueAt: now,
    tenantId: row.tenantId,
  });
  return row;
}

/** @throws Problem for a file name that cannot be stored unchanged. */
function checkParameter(fileName: string): void {
  const fault = faultOfFileName(fileName);
  if (!fault) return;
  const errors = [fieldProblem('fileName', fault)];
  throw new Problem('parameter_invalid', describeFields(errors), { errors });
}

function unreadableProblem(issues: readonly FileIssue[]): Problem {
  const errors = issues
    .filter(({ severity }) => severity === 'error')
    .map(({ line, code, message, facts }): FieldProblem => {
      const said = line === null ? message : `line ${line}: ${message}`;
      return {
        param: 'file',
        code,
        message: said,
        ...known({ ...facts, line: line ?? undefined }),
      };
    });
  return new Problem('csv_invalid', describeFields(errors), { errors });
}

async function rosterTemplateFor({ tx, scope }: ScopedCommand, role: RoleRow | undefined) {
  const roles = role ? [role] : await openRoles(tx, scope);
  return {
    // An export may be uploaded again.
    known: [...rosterColumns(roles), ...exportColumns],
    required: requiredColumns.filter((column) => !role || column !== 'role'),
  };
}
