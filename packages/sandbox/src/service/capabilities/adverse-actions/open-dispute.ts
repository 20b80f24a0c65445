import type { Dispute } from '../../db/schema/index.js';
import { validationProblem } from '../../http/problem.js';
import { addCalendarDays } from '../../kernel/calendar/add-calendar-days.js';
import type { Command } from '../../kernel/command.js';
import { schedule, unschedule } from '../../kernel/schedule.js';
import { refuseSsn } from '../candidates/index.js';
import { disputeReport, reportRecords } from '../reports/index.js';
import { findTenant } from '../tenants/index.js';
import { type ChosenFindings, unknownIds } from './findings.js';
import { type AdverseActionRow, moveAdverseAction } from './records.js';

/** Days in which a dispute is to be resolved (FCRA, section 611). */
const DEADLINE_DAYS = 30;

/** The statement of a candidate, and what it is about. */
export interface NewDispute {
  readonly openedBy: Dispute['openedBy'];
  readonly statement: string;
  /** Neither these nor `checkIds`: all that the action is based on. */
  readonly recordIds?: readonly string[] | undefined;
  readonly checkIds?: readonly string[] | undefined;
}

/**
 * Opens the dispute of an adverse action, and stops its waiting period.
 *
 * @throws Problem 422 for a finding that the action is not based on, or a whole Social Security number.
 */
export async function openDispute(
  command: Command,
  action: AdverseActionRow,
  { openedBy, statement, recordIds, checkIds }: NewDispute,
): Promise<AdverseActionRow> {
  const { tx, now } = command;
  refuseSsn({ statement });
  const disputed = chooseFindings(action, recordIds, checkIds);
  const { timeZone } = await findTenant(tx, action.tenantId);
  const dueAt = addCalendarDays(now, DEADLINE_DAYS, timeZone);
  const report = await reportRecords.lockForService(tx, action.reportId);
  await disputeReport(command, report, disputed.recordIds);
  await unschedule(tx, action.id);
  await schedule(tx, { kind: 'dispute_deadline', ref: action.id, dueAt });
  const dispute: Dispute = {
    openedAt: now.toISOString(),
    openedBy,
    statement,
    ...disputed,
    dueAt: dueAt.toISOString(),
    resolvedAt: null,
    outcome: null,
  };
  return moveAdverseAction(command, 'dispute', openedBy, action, {
    dispute,
    waitLeftSeconds: secondsLeft(action, now),
    finalNoticeEligibleAt: null,
  });
}

function chooseFindings(
  action: AdverseActionRow,
  recordIds: readonly string[] | undefined,
  checkIds: readonly string[] | undefined,
): ChosenFindings {
  if (!recordIds && !checkIds) return { recordIds: action.recordIds, checkIds: action.checkIds };
  const chosen = {
    recordIds: [...new Set(recordIds)],
    checkIds: [...new Set(checkIds)],
  };
  const message = 'is not a finding that the adverse action is based on';
  const errors = [
    ...unknownIds('recordIds', recordIds, action.recordIds, message),
    ...unknownIds('checkIds', checkIds, action.checkIds, message),
  ];
  if (errors.length > 0) throw validationProblem(errors);
  if (chosen.recordIds.length + chosen.checkIds.length > 0) return chosen;
  const nothing = 'must name what is disputed, here or in checkIds';
  throw validationProblem([{ param: 'recordIds', code: 'required', message: nothing }]);
}

// Rounded up: a notice is never early.
function secondsLeft({ finalNoticeEligibleAt }: AdverseActionRow, now: Date): number {
  const ms = (finalNoticeEligibleAt?.getTime() ?? 0) - now.getTime();
  return Math.max(0, Math.ceil(ms / 1000));
}
