import { z } from 'zod';
import { collection } from '../../http/collection.js';
import { tagged } from '../../http/operation.js';
import { StateCode } from '../../http/wire.js';
import { text } from '../../limits/bounded.js';
import { refuseSsn } from '../candidates/index.js';
import { cancelReport } from './end-report.js';
import { adjudications, reportRecords, reportResults, reportStatuses } from './records.js';
import { lockWithCandidate, orderReport, supplyInformation } from './run-report.js';
import { CreateReport, Include, Report, ReportInformation, reportsToWire } from './wire.js';

const reports = collection({
  path: '/v1/reports',
  of: reportRecords,
  item: Report,
  views: { include: Include },
  toWire: (rows, { sql, scope }, { include }) => reportsToWire(sql, scope, rows, include),
});

export const reportOperations = tagged('Reports', [
  reports.list({
    id: 'listReports',
    summary: 'List reports',
    filters: {
      candidateId: text('id'),
      packageId: text('id'),
      status: z.enum(reportStatuses),
      result: z.enum(reportResults),
      adjudication: z.enum(adjudications),
      workState: StateCode,
    },
  }),

  reports.get({ id: 'getReport', summary: 'Get a report' }),

  reports.create({
    id: 'createReport',
    summary: 'Create a report: order the checks of a package for a candidate',
    shown: true,
    body: CreateReport,
    refuses: ['resource_not_found', 'state_conflict'],
    async run(context, body) {
      refuseSsn(body);
      return orderReport(context, body);
    },
  }),

  reports.act('cancel', { id: 'cancelReport', summary: 'Cancel a report', run: cancelReport }),

  reports.act('supply-information', {
    id: 'supplyReportInformation',
    at: 'information',
    summary: 'Supply the candidate information that a report waits for',
    body: ReportInformation,
    lock: lockWithCandidate,
    run: supplyInformation,
  }),
]);
