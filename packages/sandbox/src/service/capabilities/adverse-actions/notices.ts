import type { Dispute } from '../../db/schema/index.js';
import { type FieldProblem, fieldProblem } from '../../http/problem.js';
import { localTime } from '../../kernel/calendar/days.js';
import type { Command } from '../../kernel/command.js';
import type { What } from '../../limits/facts.js';
import { sendMail } from '../../mail/send-mail.js';
import { type CandidateRow, candidateRecords } from '../candidates/index.js';
import { checksOfReport, type ReportCheck, type ReportRow } from '../reports/index.js';
import { findTenant, type TenantRow } from '../tenants/index.js';

interface NoticeFacts {
  readonly candidate: CandidateRow;
  /** The facility that ordered the report. */
  readonly tenant: TenantRow;
  readonly report: ReportRow;
  readonly checks: readonly ReportCheck[];
  readonly findings: readonly Finding[];
}

interface Notice {
  readonly subject: string;
  readonly text: string;
}

const RIGHTS =
  '[Placeholder: the real service encloses the summary of rights under the Fair Credit Reporting Act here.]';

/** The notice to a candidate before a decision against them: the report, their rights, and where to dispute. */
export function preNotice(facts: NoticeFacts, eligibleAt: Date, disputeUrl: string): Notice {
  return notice(facts, 'Your background report, before a decision about you', [
    `${line(facts.tenant.name)} may decide not to engage you. No decision has been made yet. It would be based in whole or in part on these findings in your background report:`,
    list(facts.findings.map(({ text }) => text)),
    `If anything in the report is wrong or incomplete, dispute it with the agency here:\n${disputeUrl}`,
    `Unless you dispute the report, the decision can become final on or after ${localTime(eligibleAt, facts.tenant.timeZone)}.`,
    writtenReport(facts),
    RIGHTS,
  ]);
}

/** The notice to a candidate with the decision. */
export function finalNotice(facts: NoticeFacts): Notice {
  return notice(facts, 'The decision about you', [
    `${line(facts.tenant.name)} has decided not to engage you. The decision is based in whole or in part on these findings in your background report ${facts.report.id}:`,
    list(facts.findings.map(({ text }) => text)),
    'The agency that prepared the report did not make this decision and cannot give you the specific reasons for it.',
    'You have the right to dispute the accuracy or completeness of the report with the agency: write to it or call it.',
    'You have the right to a free copy of your report if you ask the agency for it within 60 days of this notice.',
    RIGHTS,
  ]);
}

/** The outcomes of a dispute in words, for the mail and the page. */
export const disputeOutcomes = {
  accurate: 'The agency found that what you disputed is accurate. The report is unchanged.',
  amended: 'The disputed items were deleted from the report.',
  withdrawn: 'Your dispute was withdrawn. The report is unchanged.',
} as const;

/** The notice to a candidate when a dispute has ended. @param eligibleAt `null` if nothing will be decided. */
export function disputeResolved(
  facts: NoticeFacts,
  outcome: keyof typeof disputeOutcomes,
  eligibleAt: Date | null,
): Notice {
  return notice(facts, 'Your dispute about your background report is resolved', [
    disputeOutcomes[outcome],
    ...(eligibleAt
      ? [
          `The decision of ${line(facts.tenant.name)} can become final on or after ${localTime(eligibleAt, facts.tenant.timeZone)}.`,
        ]
      : []),
    writtenReport(facts),
  ]);
}

/** The notice to a candidate whose adverse action was canceled. */
export function canceledNotice(facts: NoticeFacts): Notice {
  return notice(facts, 'The notice about your background report was withdrawn', [
    `${line(facts.tenant.name)} withdrew the notice that it may decide not to engage you. You do not need to do anything.`,
  ]);
}

function notice(facts: NoticeFacts, subject: string, parts: readonly string[]): Notice {
  const { firstName, lastName } = facts.candidate;
  const greeting = `Hello ${line(`${firstName} ${lastName}`)},`;
  const contact = `The agency:\n${Object.values(agency).join('\n')}`;
  const text = [greeting, ...parts, contact].join('\n\n');
  return { subject: `${subject} (synthetic)`, text };
}

function writtenReport({ report, checks, tenant: { timeZone } }: NoticeFacts): string {
  const { id, completedAt, result } = report;
  const completed = completedAt ? `, completed on ${localTime(completedAt, timeZone)}` : '';
  const lines = checks.flatMap(({ check, type }) => [
    `- ${line(type.name)}: ${inWords(check)}`,
    ...check.records.map(
      ({ summary, jurisdiction, severity }) =>
        `  - ${line(summary)} (${line(jurisdiction)}, severity ${severity})`,
    ),
  ]);
  return [`Your report ${id}${completed}. Result: ${result ?? 'none'}.`, ...lines].join('\n');
}

function list(lines: readonly string[]): string {
  return lines.map((one) => `- ${line(one)}`).join('\n');
}

/** Puts text by others on one line, so that it cannot look like lines of the notice. */
function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Puts a notice to the candidate of a report into the outbox. @param basis The findings that the decision is based on. */
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
  const checks = await checksOfReport(tx, report.id);
  const findings = pickChosen(toFindings(checks), basis);
  const notice = write({ candidate, tenant, report, checks, findings });
  await sendMail(command, { tenantId: report.tenantId, to: candidate.email, ...notice });
}

/** Contact details of the fictional agency, for questions of candidates about a report. */
export const agency = {
  name: 'Background Screening Service (sandbox)',
  address: '1 Example Street, Springfield, ZZ 00000',
  email: 'disputes@screening.example',
  phone: '+1 202 555 0100',
} as const;

/** An adverse finding: a record, or a check without records that is not clear. */
export interface Finding {
  readonly kind: 'record' | 'check';
  readonly id: string;
  readonly text: string;
}

/** The findings that an adverse action is based on, or that a dispute is about. */
export type ChosenFindings = Pick<Dispute, 'recordIds' | 'checkIds'>;

export function toFindings(checks: readonly ReportCheck[]): readonly Finding[] {
  return checks.flatMap(({ check, type: { name } }): readonly Finding[] => {
    if (check.records.length > 0) {
      return check.records.map(({ id, summary, jurisdiction, severity }) => ({
        kind: 'record',
        id,
        text: `${name}: ${summary} (${jurisdiction}, severity ${severity})`,
      }));
    }
    const isAdverse = check.status === 'consider' || check.status === 'unable_to_verify';
    return isAdverse ? [{ kind: 'check', id: check.id, text: `${name}: ${inWords(check)}` }] : [];
  });
}

export function pickChosen(
  findings: readonly Finding[],
  { recordIds, checkIds }: ChosenFindings,
): readonly Finding[] {
  const ids = { record: recordIds, check: checkIds };
  return findings.filter(({ kind, id }) => ids[kind].includes(id));
}

export function unknownIds(
  field: string,
  ids: readonly string[] | undefined,
  known: readonly string[],
  what: What,
): FieldProblem[] {
  return (ids ?? []).flatMap((id, index) =>
    known.includes(id)
      ? []
      : [fieldProblem(`${field}.${index}`, { code: 'unknown', facts: { what } })],
  );
}

function inWords({ status }: ReportCheck['check']): string {
  return status.replaceAll('_', ' ');
}
