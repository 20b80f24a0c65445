import { and } from 'drizzle-orm';
import { z } from 'zod';
import { reports } from '../../db/schema/index.js';
import { filterOf, isWithin, matches } from '../../http/filter.js';
import { Instant } from '../../http/instant.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { listOf, pageQuery, pageRange, pageTogether, rowsIn } from '../../http/paging.js';
import { StateCode } from '../../http/state-code.js';
import { inTenant } from '../../kernel/scope.js';
import { text } from '../../limits/bounded.js';
import { refuseSsn } from '../candidates/index.js';
import { cancelReport } from './end-report.js';
import { findReport, lockReport } from './find-report.js';
import { Include, withIncluded } from './included-objects.js';
import { orderReport } from './order-report.js';
import { reportStates, reportStatuses } from './states.js';
import { supplyInformation } from './supply-information.js';
import { reportsToWire, reportToWire } from './to-wire.js';
import { adjudications, CreateReport, Report, ReportInformation, reportResults } from './wire.js';

const params = z.object({ id: text('id') });

const list = readOperation({
  id: 'listReports',
  path: '/v1/reports',
  summary: 'List reports',
  input: {
    query: z.strictObject({
      ...pageQuery,
      candidateId: text('id').optional(),
      packageId: text('id').optional(),
      status: z.enum(reportStatuses).optional(),
      result: z.enum(reportResults).optional(),
      adjudication: z.enum(adjudications).optional(),
      workState: StateCode.optional(),
      createdAfter: Instant.optional(),
      createdBefore: Instant.optional(),
      include: Include.optional(),
    }),
  },
  returns: listOf(Report).meta({ id: 'ReportList' }),
  async handle({ query }, { sql, scope }) {
    const { include, ...filter } = filterOf(query);
    const range = pageRange(reports.seq, query, filter, reports.createdAt);
    const { createdAfter, createdBefore, ...wanted } = filter;
    const where = and(
      inTenant(reports, scope),
      matches(reports, wanted),
      isWithin(reports.createdAt, { createdAfter, createdBefore }),
    );
    const rows = await rowsIn(sql.select().from(reports).$dynamic(), range, where);
    const placed = rows.map((row) => ({ ...row, created: row.createdAt }));
    return pageTogether(placed, query, filter, async (shown) =>
      withIncluded(sql, scope.tenantId, await reportsToWire(sql, shown), include),
    );
  },
});

const get = readOperation({
  id: 'getReport',
  path: '/v1/reports/{id}',
  summary: 'Get a report',
  input: { params, query: z.strictObject({ include: Include.optional() }) },
  returns: Report,
  async handle({ params: { id }, query: { include } }, { sql, scope }) {
    const report = await reportToWire(sql, await findReport(sql, scope, id));
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
    const report = await lockReport(context.tx, context.scope, id);
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
