import { z } from 'zod';
import { collection } from '../../http/collection.js';
import { changeOperation, tagged } from '../../http/operation.js';
import { text } from '../../limits/bounded.js';
import {
  adjudicationDecisions,
  adjudicationStates,
  Report,
  reportToWire,
} from '../reports/index.js';
import { adjudicateReport } from './adjudicate-report.js';
import { cancelAdverseAction, rescheduleFinalNotice, sendFinalNotice } from './adverse-action.js';
import { openDispute, resolveDispute } from './dispute.js';
import { adverseActionRecords, adverseActionStatuses, stages } from './records.js';
import {
  AdjudicateReport,
  AdverseAction,
  adverseActionToWire,
  DisputeAdverseAction,
  RescheduleFinalNotice,
  ResolveDispute,
} from './wire.js';

const adverseActions = collection({
  path: '/v1/adverse-actions',
  of: adverseActionRecords,
  item: AdverseAction,
  toWire: (rows, { urls }) => rows.map((row) => adverseActionToWire(row, urls)),
});

/** The decision on a report, from which an adverse action may follow. */
export const adjudicationOperations = tagged('Reports', [
  changeOperation({
    id: 'adjudicateReport',
    method: 'POST',
    path: '/v1/reports/{id}/adjudicate',
    summary: 'Adjudicate a report: engage the candidate or start an adverse action',
    input: { params: z.object({ id: text('id') }), body: AdjudicateReport },
    returns: Report,
    refuses: ['state_conflict'],
    // Every state that allows an adverse action also allows this.
    allowedWhen: adjudicationDecisions.engage,
    allowedFor: { decision: adjudicationDecisions },
    guard: `engage: ${adjudicationStates.actions.engage.guard}; adverse_action: ${adjudicationStates.actions.adverse_action.guard}`,
    async handle({ params: { id }, body }, context) {
      const report = await adjudicateReport(context, id, body);
      return reportToWire(context.tx, report);
    },
  }),
]);

export const adverseActionOperations = tagged('Adverse actions', [
  adverseActions.list({
    id: 'listAdverseActions',
    summary: 'List adverse actions',
    filters: {
      reportId: text('id'),
      candidateId: text('id'),
      stage: z.enum(stages),
      status: z.enum(adverseActionStatuses),
    },
  }),

  adverseActions.get({ id: 'getAdverseAction', summary: 'Get an adverse action' }),

  adverseActions.act('dispute', {
    id: 'disputeAdverseAction',
    summary: 'File a dispute for the candidate and stop the waiting period',
    body: DisputeAdverseAction,
    run: (context, row, body) => openDispute(context, row, { ...body, openedBy: 'caller' }),
  }),

  adverseActions.act('resolve-dispute', {
    id: 'resolveAdverseActionDispute',
    summary: 'Resolve the dispute of an adverse action',
    body: ResolveDispute,
    run: (context, row, { outcome }) => resolveDispute(context, row, outcome, 'caller'),
  }),

  adverseActions.act('final-notice', {
    id: 'sendFinalNotice',
    summary: 'Send the final notice after the waiting period',
    refuses: ['waiting_period_active'],
    run: (context, row) => sendFinalNotice(context, row, 'caller'),
  }),

  adverseActions.act('reschedule', {
    id: 'rescheduleFinalNotice',
    summary: 'Schedule the final notice',
    body: RescheduleFinalNotice,
    refuses: ['waiting_period_active'],
    run: rescheduleFinalNotice,
  }),

  adverseActions.act('cancel', {
    id: 'cancelAdverseAction',
    summary: 'Cancel an adverse action so that its report can be adjudicated again',
    run: (context, row) => cancelAdverseAction(context, row, 'caller'),
  }),
]);
