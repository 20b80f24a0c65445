import type { Sql } from '../../../db/sql.js';
import { allow } from '../../../http/state-machine.js';
import { localTime } from '../../../kernel/calendar/days.js';
import type { RunCommand } from '../../../kernel/command.js';
import { isLongerThan } from '../../../limits/characters.js';
import { limits } from '../../../limits/limits.js';
import { unreadableText } from '../../../pages/entered-text.js';
import type { FieldError } from '../../../pages/field.js';
import type { Brand } from '../../../pages/page.js';
import type { SentForm } from '../../../pages/read-form.js';
import { findSsns } from '../../candidates/index.js';
import { checksOfReport } from '../../reports/index.js';
import { brandOf, findTenant } from '../../tenants/index.js';
import { openDispute } from '../dispute.js';
import { type Finding, pickChosen, toFindings } from '../notices.js';
import { type AdverseActionRow, adverseActionRecords, findForCandidate } from '../records.js';
import { adverseActionStates } from '../states.js';

interface ShownFinding extends Finding {
  /** The position in the action, which never changes, so that the page does not need the id. */
  readonly value: string;
}

export interface DisputeView {
  readonly action: AdverseActionRow;
  readonly brand: Brand;
  /** Whether the facility is suspended or closed. The agency still takes disputes. */
  readonly isInactive: boolean;
  /** The findings that the action is based on. */
  readonly findings: readonly ShownFinding[];
  /** Formats a time for the candidate. */
  show(time: Date): string;
}

export async function disputeView(sql: Sql, id: string): Promise<DisputeView | undefined> {
  const action = await findForCandidate(sql, id);
  if (!action) return undefined;
  const tenant = await findTenant(sql, action.tenantId);
  const checks = await checksOfReport(sql, action.reportId);
  return {
    action,
    brand: brandOf(tenant),
    isInactive: tenant.status !== 'active',
    findings: pickChosen(toFindings(checks), action).map((finding) => ({
      ...finding,
      value: String([...action.recordIds, ...action.checkIds].indexOf(finding.id) + 1),
    })),
    show: (time) => localTime(time, tenant.timeZone),
  };
}

/** Files the dispute of a candidate. Files nothing if it returns errors. @throws Problem 409 when it is too late. */
export async function fileDispute(
  runCommand: RunCommand,
  { action: { id }, findings }: DisputeView,
  form: SentForm,
): Promise<readonly FieldError[]> {
  // Forms send each line break as CRLF.
  const statement = form.text('statement').replaceAll('\r\n', '\n');
  const sent = form.texts('findings');
  const chosen = findings.filter(({ value }) => sent.includes(value));
  const isKnown = sent.every((one) => findings.some(({ value }) => value === one));
  const errors = [
    ...(chosen.length > 0 && isKnown ? [] : notChosen(findings)),
    ...statementErrors(statement, form.isUnreadable('statement')),
  ];
  if (errors.length > 0) return errors;
  const idsOf = (kind: 'record' | 'check'): string[] =>
    chosen.flatMap((finding) => (finding.kind === kind ? [finding.id] : []));
  await runCommand(async (command) => {
    const action = await adverseActionRecords.lockForService(command.tx, id);
    allow(adverseActionStates, 'dispute', action);
    await openDispute(command, action, {
      openedBy: 'candidate',
      statement,
      recordIds: idsOf('record'),
      checkIds: idsOf('check'),
    });
  });
  return [];
}

function notChosen([first]: DisputeView['findings']): FieldError[] {
  const field = first ? `finding-${first.value}` : 'statement';
  return [{ field, message: 'Select at least one finding that you dispute.' }];
}

function statementErrors(statement: string, isUnreadable: boolean): FieldError[] {
  const field = 'statement';
  // The database cannot store U+0000.
  if (isUnreadable || statement.includes('\0')) return [unreadableText(field, 'Your text')];
  if (statement === '') return [{ field, message: 'Tell us what is wrong or incomplete.' }];
  const { most } = limits.statement;
  if (isLongerThan(most, statement)) {
    return [
      { field, message: `Your text can have at most ${most.toLocaleString('en-US')} characters.` },
    ];
  }
  if (findSsns({ statement }).length === 0) return [];
  const message = 'Do not include a full Social Security number. Your text was not saved.';
  return [{ field, message, isSecret: true }];
}
