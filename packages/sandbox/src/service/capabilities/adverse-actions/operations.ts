import { z } from 'zod';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { text } from '../../limits/bounded.js';
import { cancelAdverseAction } from './cancel-adverse-action.js';
import { lockAdverseAction } from './find-adverse-action.js';
import { openDispute } from './open-dispute.js';
import { adverseActionRecords } from './records.js';
import { rescheduleFinalNotice } from './reschedule-final-notice.js';
import { resolveDispute } from './resolve-dispute.js';
import { sendFinalNotice } from './send-final-notice.js';
import { adverseActionStates, adverseActionStatuses, stages } from './states.js';
import { adverseActionToWire } from './to-wire.js';
import {
  AdverseAction,
  DisputeAdverseAction,
  RescheduleFinalNotice,
  ResolveDispute,
} from './wire.js';

const params = z.object({ id: text('id') });

const list = listOperation({
  id: 'listAdverseActions',
  path: '/v1/adverse-actions',
  summary: 'List adverse actions',
  of: adverseActionRecords,
  item: AdverseAction,
  filters: {
    reportId: text('id'),
    candidateId: text('id'),
    stage: z.enum(stages),
    status: z.enum(adverseActionStatuses),
  },
  toWire: (rows, { urls }) => rows.map((row) => adverseActionToWire(row, urls)),
});

const get = readOperation({
  id: 'getAdverseAction',
  path: '/v1/adverse-actions/{id}',
  summary: 'Get an adverse action',
  input: { params },
  returns: AdverseAction,
  async handle({ params: { id } }, { sql, scope, urls }) {
    return adverseActionToWire(await adverseActionRecords.find(sql, scope, id), urls);
  },
});

const dispute = changeOperation({
  id: 'disputeAdverseAction',
  method: 'POST',
  path: '/v1/adverse-actions/{id}/dispute',
  summary: 'File a dispute for the candidate, which stops the waiting period',
  input: { params, body: DisputeAdverseAction },
  returns: AdverseAction,
  refuses: ['state_conflict'],
  allowedWhen: { phase: adverseActionStates.actions.dispute.from },
  guard: adverseActionStates.actions.dispute.guard,
  async handle({ params: { id }, body }, context) {
    const locked = await lockAdverseAction(context.tx, context.scope, id);
    const action = await openDispute(context, locked, { ...body, openedBy: 'caller' });
    return adverseActionToWire(action, context.urls);
  },
});

const resolve = changeOperation({
  id: 'resolveAdverseActionDispute',
  method: 'POST',
  path: '/v1/adverse-actions/{id}/resolve-dispute',
  summary: 'Resolve the dispute of an adverse action',
  input: { params, body: ResolveDispute },
  returns: AdverseAction,
  refuses: ['state_conflict'],
  allowedWhen: { phase: adverseActionStates.actions['resolve-dispute'].from },
  async handle({ params: { id }, body }, context) {
    const locked = await lockAdverseAction(context.tx, context.scope, id);
    const action = await resolveDispute(context, locked, body.outcome, 'caller');
    return adverseActionToWire(action, context.urls);
  },
});

const notify = changeOperation({
  id: 'sendFinalNotice',
  method: 'POST',
  path: '/v1/adverse-actions/{id}/final-notice',
  summary: 'Send the final notice now, after the waiting period',
  input: { params },
  returns: AdverseAction,
  refuses: ['state_conflict', 'waiting_period_active'],
  allowedWhen: { phase: adverseActionStates.actions['final-notice'].from },
  notBefore: adverseActionStates.actions['final-notice'].notBefore,
  guard: adverseActionStates.actions['final-notice'].guard,
  async handle({ params: { id } }, context) {
    const locked = await lockAdverseAction(context.tx, context.scope, id);
    return adverseActionToWire(await sendFinalNotice(context, locked, 'caller'), context.urls);
  },
});

const reschedule = changeOperation({
  id: 'rescheduleFinalNotice',
  method: 'POST',
  path: '/v1/adverse-actions/{id}/reschedule',
  summary: 'Set when the service sends the final notice',
  input: { params, body: RescheduleFinalNotice },
  returns: AdverseAction,
  refuses: ['state_conflict', 'waiting_period_active'],
  allowedWhen: { phase: adverseActionStates.actions.reschedule.from },
  earliest: adverseActionStates.actions.reschedule.earliest,
  guard: adverseActionStates.actions.reschedule.guard,
  async handle({ params: { id }, body }, context) {
    const locked = await lockAdverseAction(context.tx, context.scope, id);
    const at = body.at === null ? null : new Date(body.at);
    return adverseActionToWire(await rescheduleFinalNotice(context, locked, at), context.urls);
  },
});

const cancel = changeOperation({
  id: 'cancelAdverseAction',
  method: 'POST',
  path: '/v1/adverse-actions/{id}/cancel',
  summary: 'Cancel an adverse action, after which its report can be adjudicated again',
  input: { params },
  returns: AdverseAction,
  refuses: ['state_conflict'],
  allowedWhen: { phase: adverseActionStates.actions.cancel.from },
  async handle({ params: { id } }, context) {
    const locked = await lockAdverseAction(context.tx, context.scope, id);
    return adverseActionToWire(await cancelAdverseAction(context, locked, 'caller'), context.urls);
  },
});

export const adverseActionOperations = tagged('Adverse actions', [
  list,
  get,
  dispute,
  resolve,
  notify,
  reschedule,
  cancel,
]);
