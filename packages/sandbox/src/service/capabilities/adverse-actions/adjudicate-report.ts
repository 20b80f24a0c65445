import type { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import { conflict, fieldProblem, invalidField, validationProblem } from '../../http/problem.js';
import { allow } from '../../http/state-machine.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { refuseSsn } from '../candidates/index.js';
import {
  adjudicationDecisions,
  adjudicationRecords,
  adjudicationStates,
  checksOfReport,
  type ReportRow,
  reportRecords,
} from '../reports/index.js';
import { cancelAdverseAction, openAdverseAction } from './adverse-action.js';
import { toFindings, unknownIds } from './notices.js';
import { lockOpenAction } from './records.js';
import type { AdjudicateReport } from './wire.js';

type Adjudicate = z.output<typeof AdjudicateReport>;

const DEFAULT_WAIT_DAYS = 7;

/**
 * Decides on a complete report. The decision `engage` cancels an open adverse action.
 *
 * @throws Problem 404 when the tenant has no such report; 409 when its status, result or adjudication forbids the decision; 422
 * for findings that do not belong to the report.
 */
export async function adjudicateReport(
  context: ScopedCommand,
  id: string,
  body: Adjudicate,
): Promise<ReportRow> {
  checkDecision(body);
  const report = await reportRecords.lock(context.tx, context.scope, id);
  if (!adjudicationDecisions[body.decision].status.some((status) => status === report.status)) {
    throw conflict(
      { reason: 'report_not_complete', facts: {} },
      `A decision needs a complete report; it is ${report.status}.`,
      report.status,
    );
  }
  allow(adjudicationStates, body.decision, report);
  return body.decision === 'engage'
    ? engage(context, report, body)
    : beginAdverseAction(context, report, body);
}

async function engage(
  context: ScopedCommand,
  report: ReportRow,
  { note }: Adjudicate,
): Promise<ReportRow> {
  const action = await lockOpenAction(context.tx, report);
  if (action) await cancelAdverseAction(context, action, 'caller');
  const changes = { adjudicationNote: note ?? null };
  return adjudicationRecords.act(context, 'engage', report, changes);
}

async function beginAdverseAction(
  context: ScopedCommand,
  report: ReportRow,
  { recordIds = [], checkIds = [], waitingPeriodDays = DEFAULT_WAIT_DAYS, note }: Adjudicate,
): Promise<ReportRow> {
  if (!adjudicationDecisions.adverse_action.result.some((result) => result === report.result)) {
    const result = String(report.result);
    throw conflict(
      { reason: 'report_without_finding', facts: {} },
      `An adverse action needs the result consider; it is ${result}.`,
      result,
    );
  }
  await checkFindings(context.tx, report, recordIds, checkIds);
  const action = await openAdverseAction(context, report, {
    recordIds: [...new Set(recordIds)],
    checkIds: [...new Set(checkIds)],
    waitingPeriodDays,
  });
  return adjudicationRecords.act(context, 'adverse_action', report, {
    adjudicationNote: note ?? null,
    adverseActionId: action.id,
  });
}

/** @throws Problem for fields that the decision does not take, or a full Social Security number. */
function checkDecision({ note = '', ...body }: Adjudicate): void {
  refuseSsn({ note });
  const { decision, recordIds = [], checkIds = [] } = body;
  if (decision === 'adverse_action') {
    if (recordIds.length + checkIds.length > 0) return;
    const facts = { because: 'adverse_action_basis' } as const;
    throw invalidField('recordIds', { code: 'required', facts });
  }
  const errors = (['recordIds', 'checkIds', 'waitingPeriodDays'] as const)
    .filter((param) => body[param] !== undefined)
    .map((param) => fieldProblem(param, { code: 'not_for_decision', facts: {} }));
  if (errors.length > 0) throw validationProblem(errors);
}

/** @throws Problem naming each id that does not belong to a finding of the report. */
async function checkFindings(
  tx: Sql,
  report: ReportRow,
  recordIds: readonly string[],
  checkIds: readonly string[],
): Promise<void> {
  const findings = toFindings(await checksOfReport(tx, report.id));
  const idsOf = (kind: 'record' | 'check'): string[] =>
    findings.flatMap((finding) => (finding.kind === kind ? [finding.id] : []));
  const errors = [
    ...unknownIds('recordIds', recordIds, idsOf('record'), 'report_record'),
    ...unknownIds('checkIds', checkIds, idsOf('check'), 'report_check'),
  ];
  if (errors.length > 0) throw validationProblem(errors);
}
