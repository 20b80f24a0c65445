import { eq } from 'drizzle-orm';
import { candidates, checks, reports, tenants } from '../../src/service/db/schema/index.js';
import { type ConsiderReport, considerReport } from './consider-report.js';
import { recordsOf, type TestService } from './service.js';

type Json = Readonly<Record<string, unknown>>;
type Answer = Awaited<ReturnType<TestService['call']>>;

/** An adverse action, and the report that it is based on. */
export interface OpenedAction {
  readonly id: string;
  readonly report: ConsiderReport;
  readonly disputeUrl: string;
}

/** Begins an adverse action that is based on all findings of a new report. */
export async function openAction(
  service: TestService,
  more: Json = {},
  lastName?: string,
): Promise<OpenedAction> {
  const report = await considerReport(service, lastName);
  const adjudicated = await service.send('POST', `/v1/reports/${report.id}/adjudicate`, {
    decision: 'adverse_action',
    recordIds: report.recordIds,
    checkIds: [report.checkId],
    ...more,
  });
  const id = String(adjudicated['adverseActionId']);
  return { id, report, disputeUrl: String((await getAction(service, id))['disputeUrl']) };
}

export function adjudicate(
  { call }: TestService,
  { id }: { id: string },
  body: Json,
): Promise<Answer> {
  return call('POST', `/v1/reports/${id}/adjudicate`, { decision: 'adverse_action', ...body });
}

export async function getAction({ call }: TestService, id: string): Promise<Json> {
  return (await call('GET', `/v1/adverse-actions/${id}`)).body;
}

/** Performs an action on an adverse action. */
export function act(
  { call }: TestService,
  id: string,
  action: string,
  body?: Json,
): Promise<Answer> {
  return call('POST', `/v1/adverse-actions/${id}/${action}`, body);
}

/** The stored row of a report. */
export async function storedReport({ sql }: TestService, { id }: { id: string }) {
  const [report] = await sql.select().from(reports).where(eq(reports.id, id));
  if (!report) throw new Error(`There is no report ${id}.`);
  const rows = await sql.select().from(checks).where(eq(checks.reportId, id)).orderBy(checks.seq);
  return { ...report, checks: rows };
}

/** Sets the time zone of the account, which no operation does. */
export async function setTimeZone({ sql }: TestService, timeZone: string): Promise<void> {
  await sql.update(tenants).set({ timeZone });
}

/** The mail of the service, oldest first. */
export async function mails({ control }: TestService): Promise<readonly Json[]> {
  return recordsOf((await control('/outbox')).body['data']).reverse();
}

export async function renameCandidate(
  { sql }: TestService,
  { candidateId }: ConsiderReport,
  firstName: string,
): Promise<void> {
  await sql.update(candidates).set({ firstName }).where(eq(candidates.id, candidateId));
}
