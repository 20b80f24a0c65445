import { z } from 'zod';
import { collection } from '../../http/collection.js';
import { tagged } from '../../http/operation.js';
import { text } from '../../limits/bounded.js';
import { cancelAdverseAction, rescheduleFinalNotice, sendFinalNotice } from './adverse-action.js';
import { openDispute, resolveDispute } from './dispute.js';
import { adverseActionRecords } from './records.js';
import { adverseActionStatuses, stages } from './states.js';
import {
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
