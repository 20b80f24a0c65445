import { z } from 'zod';
import { found } from '../../http/find.js';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, csvOperation, readOperation, tagged } from '../../http/operation.js';
import { text } from '../../limits/bounded.js';
import { limits } from '../../limits/limits.js';
import { rolesById } from '../roles/index.js';
import { commitImport } from './commit-import.js';
import { allRows, importRecords, rowRecords, visibleRows } from './records.js';
import { exportRows } from './roster/export-rows.js';
import { rosterTemplate } from './roster/roster-template.js';
import { startImport } from './start-import.js';
import { importStates, importStatuses, rowStatuses } from './states.js';
import { importToWire, rowToWire } from './to-wire.js';
import { BulkImport, ImportRow, UploadRoster } from './wire.js';

const params = z.object({ id: text('id') });
const { most: LARGEST_FILE } = limits.roster;

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
  refuses: ['resource_not_found', 'state_conflict'],
  async handle({ query: { roleId, fileName }, body: { file } }, context) {
    return importToWire(await startImport(context, { file, fileName, roleId }));
  },
});

const list = listOperation({
  id: 'listBulkImports',
  path: '/v1/bulk-imports',
  summary: 'List bulk imports',
  of: importRecords,
  item: BulkImport,
  filters: { status: z.enum(importStatuses) },
  toWire: (rows) => rows.map(importToWire),
});

const get = readOperation({
  id: 'getBulkImport',
  path: '/v1/bulk-imports/{id}',
  summary: 'Get a bulk import',
  input: { params },
  returns: BulkImport,
  async handle({ params: { id } }, { sql, scope }) {
    return importToWire(await importRecords.find(sql, scope, id));
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
  toWire: async (rows, { sql, scope }) => (await visibleRows(sql, scope, rows)).map(rowToWire),
});

const exportFile = csvOperation({
  id: 'exportBulkImportRows',
  path: '/v1/bulk-imports/{id}/rows.csv',
  summary: 'Export the rows of a bulk import with their issues',
  input: { params },
  async handle({ params: { id } }, { sql, scope }) {
    await importRecords.find(sql, scope, id);
    const rows = await visibleRows(sql, scope, await allRows(sql, id));
    return { fileName: `${id}-rows.csv`, text: exportRows(rows) };
  },
});

const commit = changeOperation({
  id: 'commitBulkImport',
  method: 'POST',
  path: '/v1/bulk-imports/{id}/commit',
  summary: 'Create candidates and onboardings for the valid and pending rows',
  input: { params },
  status: 202,
  returns: BulkImport,
  refuses: ['state_conflict'],
  allowedWhen: { status: importStates.actions.commit.from },
  async handle({ params: { id } }, context) {
    return importToWire(await commitImport(context, id));
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
  list,
  get,
  listRows,
  exportFile,
  commit,
  template,
]);
