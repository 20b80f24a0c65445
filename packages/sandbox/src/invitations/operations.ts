import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type ChangeContext, changeOperation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../api/paging.js';
import { nextState } from '../api/state-machine.js';
import { findCandidate } from '../candidates/find-candidate.js';
import { unschedule } from '../engine/jobs.js';
import { invitations } from '../store/schema/index.js';
import { inTenant } from '../store/scope.js';
import { createInvitation } from './create-invitation.js';
import { findInvitation, type InvitationRow, lockInvitation, statusAt } from './find-invitation.js';
import { sendInvitation } from './send-invitation.js';
import { type InvitationAction, invitationStates, invitationStatuses } from './states.js';
import { invitationToWire } from './to-wire.js';
import { CreateInvitation, Invitation } from './wire.js';

const tag = 'Invitations';
const params = z.object({ id: z.string() });

const list = readOperation({
  id: 'listInvitations',
  path: '/v1/invitations',
  tag,
  summary: 'List invitations',
  scopes: ['full_access'],
  shown: false,
  input: {
    query: z.strictObject({
      ...pageQuery,
      candidateId: z.string().optional(),
      status: z.enum(invitationStatuses).optional(),
    }),
  },
  status: 200,
  returns: listOf(Invitation).meta({ id: 'InvitationList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope, urls }) {
    const { candidateId, status } = query;
    const filter = { candidateId, status };
    const range = pageRange(invitations.seq, query, filter);
    const rows = await sql
      .select()
      .from(invitations)
      .where(
        and(
          inTenant(invitations, scope),
          candidateId === undefined ? undefined : eq(invitations.candidateId, candidateId),
          status === undefined ? undefined : eq(invitations.status, status),
          range.where,
        ),
      )
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, filter, (row) => invitationToWire(row, urls));
  },
});

const get = readOperation({
  id: 'getInvitation',
  path: '/v1/invitations/{id}',
  tag,
  summary: 'Get an invitation',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: Invitation,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope, urls }) {
    return invitationToWire(await findInvitation(sql, scope, id), urls);
  },
});

const create = changeOperation({
  id: 'createInvitation',
  method: 'POST',
  path: '/v1/invitations',
  tag,
  summary: 'Invite a candidate to the hosted intake of a role',
  scopes: ['full_access'],
  shown: false,
  input: { body: CreateInvitation },
  status: 201,
  returns: Invitation,
  refuses: ['state_conflict', 'duplicate_resource'],
  async handle({ body }, context) {
    return invitationToWire(await createInvitation(context, body), context.urls);
  },
});

const resend = changeOperation({
  id: 'resendInvitation',
  method: 'POST',
  path: '/v1/invitations/{id}/resend',
  tag,
  summary: 'Send the mail of an invitation again, with the same address and the same end',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: Invitation,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { status: invitationStates.resend.from },
  async handle({ params: { id } }, context) {
    const { row } = await lockFor(context, id, 'resend');
    const candidate = await findCandidate(context.tx, context.scope, row.candidateId);
    await sendInvitation(context, row, candidate);
    return invitationToWire(row, context.urls);
  },
});

const cancel = changeOperation({
  id: 'cancelInvitation',
  method: 'POST',
  path: '/v1/invitations/{id}/cancel',
  tag,
  summary: 'Cancel an invitation',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: Invitation,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { status: invitationStates.cancel.from },
  async handle({ params: { id } }, context) {
    const { tx, now, urls } = context;
    const { row, status } = await lockFor(context, id, 'cancel');
    const changes = { status, canceledAt: now, updatedAt: now };
    await tx.update(invitations).set(changes).where(eq(invitations.id, id));
    await unschedule(tx, id);
    return invitationToWire({ ...row, ...changes }, urls);
  },
});

export const invitationOperations = [list, get, create, resend, cancel];

/** @throws Problem 404, or 409 when the status forbids the action. */
async function lockFor({ tx, scope, now }: ChangeContext, id: string, action: InvitationAction) {
  const row: InvitationRow = await lockInvitation(tx, scope, id);
  return { row, status: nextState(invitationStates, action, statusAt(row, now)) };
}
