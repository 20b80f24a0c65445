import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { found } from '../api/find.js';
import { changeOperation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../api/paging.js';
import { adverseActions } from '../store/schema/index.js';
import { inTenant } from '../store/scope.js';
import { cancelAdverseAction } from './cancel-adverse-action.js';
import { rescheduleFinalNotice, sendFinalNotice } from './final-notice.js';
import { lockAdverseAction } from './lock-adverse-action.js';
import { openDispute } from './open-dispute.js';
import { resolveDispute } from './resolve-dispute.js';
import { adverseActionStates, adverseActionStatuses, stages } from './states.js';
import { adverseActionToWire } from './to-wire.js';
import {
  AdverseAction,
  DisputeAdverseAction,
  RescheduleFinalNotice,
  ResolveDispute,
} from './wire.js';

const tag = 'Adverse actions';
const params = z.object({ id: z.string() });

const list = readOperation({
  id: 'listAdverseActions',
  path: '/v1/adverse-actions',
  tag,
  summary: 'List adverse actions',
  scopes: ['full_access'],
  shown: false,
  input: {
    query: z.strictObject({
      ...pageQuery,
      reportId: z.string().optional(),
      candidateId: z.string().optional(),
      stage: z.enum(stages).optional(),
      status: z.enum(adverseActionStatuses).optional(),
    }),
  },
  status: 200,
  returns: listOf(AdverseAction).meta({ id: 'AdverseActionList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope, urls }) {
    const { reportId, candidateId, stage, status } = query;
    const filter = { reportId, candidateId, stage, status };
    const range = pageRange(adverseActions.seq, query, filter);
    const rows = await sql
      .select()
      .from(adverseActions)
      .where(
        and(
          inTenant(adverseActions, scope),
          reportId === undefined ? undefined : eq(adverseActions.reportId, reportId),
          candidateId === undefined ? undefined : eq(adverseActions.candidateId, candidateId),
          stage === undefined ? undefined : eq(adverseActions.stage, stage),
          status === undefined ? undefined : eq(adverseActions.status, status),
          range.where,
        ),
      )
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, filter, (row) => adverseActionToWire(row, urls));
  },
});

const get = readOperation({
  id: 'getAdverseAction',
  path: '/v1/adverse-actions/{id}',
  tag,
  summary: 'Get an adverse action',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: AdverseAction,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope, urls }) {
    const rows = await sql
      .select()
      .from(adverseActions)
      .where(and(inTenant(adverseActions, scope), eq(adverseActions.id, id)));
    return adverseActionToWire(found(rows, 'adverse action', id), urls);
  },
});

const dispute = changeOperation({
  id: 'disputeAdverseAction',
  method: 'POST',
  path: '/v1/adverse-actions/{id}/dispute',
  tag,
  summary: 'File a dispute for the candidate, which stops the waiting period',
  scopes: ['full_access'],
  shown: false,
  input: { params, body: DisputeAdverseAction },
  status: 200,
  returns: AdverseAction,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { phase: adverseActionStates.dispute.from },
  guard: adverseActionStates.dispute.guard,
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
  tag,
  summary: 'Resolve the dispute of an adverse action',
  scopes: ['full_access'],
  shown: false,
  input: { params, body: ResolveDispute },
  status: 200,
  returns: AdverseAction,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { phase: adverseActionStates['resolve-dispute'].from },
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
  tag,
  summary: 'Send the final notice now, after the waiting period',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: AdverseAction,
  refuses: ['resource_not_found', 'state_conflict', 'waiting_period_active'],
  allowedWhen: { phase: adverseActionStates['final-notice'].from },
  guard: adverseActionStates['final-notice'].guard,
  async handle({ params: { id } }, context) {
    const locked = await lockAdverseAction(context.tx, context.scope, id);
    return adverseActionToWire(await sendFinalNotice(context, locked, 'caller'), context.urls);
  },
});

const reschedule = changeOperation({
  id: 'rescheduleFinalNotice',
  method: 'POST',
  path: '/v1/adverse-actions/{id}/reschedule',
  tag,
  summary: 'Set when the service sends the final notice',
  scopes: ['full_access'],
  shown: false,
  input: { params, body: RescheduleFinalNotice },
  status: 200,
  returns: AdverseAction,
  refuses: ['resource_not_found', 'state_conflict', 'waiting_period_active'],
  allowedWhen: { phase: adverseActionStates.reschedule.from },
  guard: adverseActionStates.reschedule.guard,
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
  tag,
  summary: 'Cancel an adverse action, after which its report can be adjudicated again',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: AdverseAction,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { phase: adverseActionStates.cancel.from },
  async handle({ params: { id } }, context) {
    const locked = await lockAdverseAction(context.tx, context.scope, id);
    return adverseActionToWire(await cancelAdverseAction(context, locked, 'caller'), context.urls);
  },
});

export const adverseActionOperations = [list, get, dispute, resolve, notify, reschedule, cancel];
