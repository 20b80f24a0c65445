import type { Command } from '../../kernel/command.js';
import { sendMail } from '../../mail/send-mail.js';
import { candidateRecords } from '../candidates/index.js';
import type { ReportRow } from '../reports/index.js';
import { findTenant } from '../tenants/index.js';
import { type ChosenFindings, listNamedChecks, pickChosen, toFindings } from './findings.js';
import type { Notice, NoticeFacts } from './notices.js';

/** Puts a notice to the candidate of a report into the outbox. @param basis What the decision is based on. */
export async function sendNotice(
  command: Command,
  report: ReportRow,
  basis: ChosenFindings,
  write: (facts: NoticeFacts) => Notice,
): Promise<void> {
  const { tx } = command;
  const scope = { tenantId: report.tenantId, integrationId: null };
  const candidate = await candidateRecords.find(tx, scope, report.candidateId);
  const tenant = await findTenant(tx, report.tenantId);
  const checks = await listNamedChecks(tx, report.id);
  const notice = write({
    candidateName: `${candidate.firstName} ${candidate.lastName}`,
    facility: tenant.name,
    timeZone: tenant.timeZone,
    report: {
      id: report.id,
      result: report.result ?? 'none',
      completedAt: report.completedAt,
      checks,
    },
    findings: pickChosen(toFindings(checks), basis),
  });
  await sendMail(command, { tenantId: report.tenantId, to: candidate.email, ...notice });
}
