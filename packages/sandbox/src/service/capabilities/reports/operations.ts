import { z } from 'zod';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { StateCode } from '../../http/state-code.js';
import { text } from '../../limits/bounded.js';
import { refuseSsn } from '../candidates/index.js';
import { cancelReport } from './end-report.js';
import { Include, withIncluded } from './included-objects.js';
import { orderReport } from './order-report.js';
import { reportRecords } from './records.js';
import { reportStates, reportStatuses } from './states.js';
import { supplyInformation } from './supply-information.js';
import { reportsToWire, reportToWire } from './to-wire.js';
import { adjudications, CreateReport, Report, ReportInformation, reportResults } from './wire.js';

const params = z.object({ id: text('id') });

const list = listOperation({
  id: 'listReports',
  path: '/v1/reports',
  summary: 'List reports',
  of: reportRecords,
  item: Report,
  filters: {
    candidateId: text('id'),
    packageId: text('id'),
    status: z.enum(reportStatuses),
    result: z.enum(reportResults),
    adjudication: z.enum(adjudications),
    workState: StateCode,
  },
  views: { include: Include },
  toWire: async (rows, { sql, scope }, { include }) =>
    withIncluded(sql, scope.tenantId, await reportsToWire(sql, rows), include),
});

const get = readOperation({
  id: 'getReport',
  path: '/v1/reports/{id}',
  summary: 'Get a report',
  input: { params, query: z.strictObject({ include: Include.optional() }) },
  returns: Report,
  async handle({ params: { id }, query: { include } }, { sql, scope }) {
    const report = await reportToWire(sql, await reportRecords.find(sql, scope, id));
    const [shown = report] = await withIncluded(sql, scope.tenantId, [report], include);
    return shown;
  },
});

const create = changeOperation({
  id: 'createReport',
  method: 'POST',
  path: '/v1/reports',
  summary: 'Order a report: the checks of a package, for a candidate',
  shown: true,
  input: { body: CreateReport },
  status: 201,
  returns: Report,
  refuses: ['resource_not_found', 'state_conflict'],
  async handle({ body }, context) {
    refuseSsn(body);
    return reportToWire(context.tx, await orderReport(context, body));
  },
});

const cancel = changeOperation({
  id: 'cancelReport',
  method: 'POST',
  path: '/v1/reports/{id}/cancel',
  summary: 'Cancel a report',
  input: { params },
  returns: Report,
  refuses: ['state_conflict'],
  allowedWhen: { status: reportStates.actions.cancel.from },
  async handle({ params: { id } }, context) {
    const report = await reportRecords.lock(context.tx, context.scope, id);
    return reportToWire(context.tx, await cancelReport(context, report));
  },
});

const information = changeOperation({
  id: 'supplyReportInformation',
  method: 'POST',
  path: '/v1/reports/{id}/information',
  summary: 'Supply the information about the candidate that a report waits for',
  input: { params, body: ReportInformation },
  returns: Report,
  refuses: ['state_conflict'],
  allowedWhen: { status: reportStates.actions['supply-information'].from },
  async handle({ params: { id }, body }, context) {
    return reportToWire(context.tx, await supplyInformation(context, id, body));
  },
});

export const reportOperations = tagged('Reports', [list, get, create, cancel, information]);
