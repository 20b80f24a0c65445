import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { invitations } from '../../db/schema/index.js';
import { listOperation } from '../../http/list-operation.js';
import {
  type ChangeContext,
  changeOperation,
  readOperation,
  tagged,
} from '../../http/operation.js';
import { allow, transition } from '../../http/state-machine.js';
import { unschedule } from '../../kernel/schedule.js';
import { text } from '../../limits/bounded.js';
import { candidateRecords } from '../candidates/index.js';
import { createInvitation } from './create-invitation.js';
import { type InvitationRow, invitationRecords, statusAt } from './records.js';
import { sendInvitation } from './send-invitation.js';
import { invitationStates, invitationStatuses } from './states.js';
import { invitationToWire } from './to-wire.js';
import { CreateInvitation, Invitation } from './wire.js';

const params = z.object({ id: text('id') });

const list = listOperation({
  id: 'listInvitations',
  path: '/v1/invitations',
  summary: 'List invitations',
  of: invitationRecords,
  item: Invitation,
  filters: { candidateId: text('id'), status: z.enum(invitationStatuses) },
  toWire: (rows, { urls }) => rows.map((row) => invitationToWire(row, urls)),
});

const get = readOperation({
  id: 'getInvitation',
  path: '/v1/invitations/{id}',
  summary: 'Get an invitation',
  input: { params },
  returns: Invitation,
  async handle({ params: { id } }, { sql, scope, urls }) {
    return invitationToWire(await invitationRecords.find(sql, scope, id), urls);
  },
});

const create = changeOperation({
  id: 'createInvitation',
  method: 'POST',
  path: '/v1/invitations',
  summary: 'Invite a candidate to the hosted intake of a role',
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
  summary: 'Send the mail of an invitation again, with the same address and the same end',
  input: { params },
  returns: Invitation,
  refuses: ['state_conflict'],
  allowedWhen: { status: invitationStates.actions.resend.from },
  async handle({ params: { id } }, context) {
    const row = await lockNow(context, id);
    allow(invitationStates, 'resend', row);
    const candidate = await candidateRecords.find(context.tx, context.scope, row.candidateId);
    await sendInvitation(context, row, candidate);
    return invitationToWire(row, context.urls);
  },
});

const cancel = changeOperation({
  id: 'cancelInvitation',
  method: 'POST',
  path: '/v1/invitations/{id}/cancel',
  summary: 'Cancel an invitation',
  input: { params },
  returns: Invitation,
  refuses: ['state_conflict'],
  allowedWhen: { status: invitationStates.actions.cancel.from },
  async handle({ params: { id } }, context) {
    const { tx, now, urls } = context;
    const row = await lockNow(context, id);
    const ended = { canceledAt: now, updatedAt: now };
    const changes = transition(invitationStates, 'cancel', row, ended);
    await tx.update(invitations).set(changes).where(eq(invitations.id, id));
    await unschedule(tx, id);
    return invitationToWire({ ...row, ...changes }, urls);
  },
});

export const invitationOperations = tagged('Invitations', [list, get, create, resend, cancel]);

/** An invitation that is about to change, with the status that it has by now. @throws Problem 404 */
async function lockNow({ tx, scope, now }: ChangeContext, id: string): Promise<InvitationRow> {
  const row = await invitationRecords.lock(tx, scope, id);
  return { ...row, status: statusAt(row, now) };
}
