import { z } from 'zod';
import { collection } from '../../http/collection.js';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, csvOperation, tagged } from '../../http/operation.js';
import { found } from '../../http/problem.js';
import { type ScopedCommand, schedule } from '../../kernel/command.js';
import { text } from '../../limits/bounded.js';
import { limits } from '../../limits/limits.js';
import { rolesById } from '../roles/index.js';
import { allRows, type ImportRecord, importRecords, rowRecords } from './records.js';
import { exportRows, rosterTemplate } from './roster/write-roster.js';
import { startImport } from './start-import.js';
import { importStatuses, rowStatuses } from './states.js';
import { BulkImport, ImportRow, importToWire, rowToWire, UploadRoster } from './wire.js';

const params = z.object({ id: text('id') });
const { most: LARGEST_FILE } = limits.roster;

const imports = collection({
  path: '/v1/bulk-imports',
  of: importRecords,
  item: BulkImport,
  toWire: (rows) => rows.map(importToWire),
});

const create = changeOperation({
  id: 'createBulkImport',
  method: 'POST',
  path: '/v1/bulk-imports',
  summary: 'Validate a roster CSV against the roles',
  accepts: {
    'multipart/form-data': LARGEST_FILE + limits.formOverhead.most,
    'text/csv': LARGEST_FILE,
  },
  input: {
    query: z.strictObject({
      roleId: text('id')
        .optional()
        .describe('The role of all rows, which then need no column `role`.'),
      fileName: text('reference').min(1).optional().describe('Default: that of the form.'),
    }),
    body: UploadRoster,
  },
  status: 202,
  returns: BulkImport,
  refuses: ['resource_not_found', 'state_conflict', 'csv_invalid'],
  async handle({ query: { roleId, fileName }, body: { file } }, context) {
    return importToWire(await startImport(context, { file, fileName, roleId }));
  },
});

const listRows = listOperation({
  id: 'listBulkImportRows',
  path: '/v1/bulk-imports/{id}/rows',
  summary: 'List the rows of a bulk import, in the order of the file',
  of: rowRecords,
  item: ImportRow,
  parent: { of: importRecords, column: 'importId' },
  upBy: 'line',
  filters: { status: z.enum(rowStatuses) },
  toWire: (rows) => rows.map(rowToWire),
});

const exportFile = csvOperation({
  id: 'exportBulkImportRows',
  path: '/v1/bulk-imports/{id}/rows.csv',
  summary: 'Export the rows of a bulk import with their issues',
  input: { params },
  async handle({ params: { id } }, { sql, scope }) {
    await importRecords.find(sql, scope, id);
    return { fileName: `${id}-rows.csv`, text: exportRows(await allRows(sql, id)) };
  },
});

const template = csvOperation({
  id: 'getRosterTemplate',
  path: '/v1/roles/{id}/roster-template.csv',
  summary: 'Get a roster CSV to fill in for a role',
  input: { params },
  async handle({ params: { id } }, { sql, scope, now }) {
    const role = found([...(await rolesById(sql, scope, [id])).values()], 'role', id);
    const fileName = `${role.slug.replaceAll(/[^\w.-]/g, '_')}-roster.csv`;
    return { fileName, text: rosterTemplate(role, now) };
  },
});

export const importOperations = tagged('Bulk import', [
  create,

  imports.list({
    id: 'listBulkImports',
    summary: 'List bulk imports',
    filters: { status: z.enum(importStatuses) },
  }),

  imports.get({ id: 'getBulkImport', summary: 'Get a bulk import' }),

  listRows,
  exportFile,

  imports.act('commit', {
    id: 'commitBulkImport',
    summary: 'Create candidates and onboardings for the valid and pending rows',
    status: 202,
    run: commitImport,
  }),

  template,
]);

/** Schedules the creation of the candidates and onboardings. */
async function commitImport(command: ScopedCommand, row: ImportRecord): Promise<ImportRecord> {
  const { tx, now } = command;
  await schedule(tx, { kind: 'import_commit', ref: row.id, dueAt: now });
  return importRecords.act(command, 'commit', row, {});
}
