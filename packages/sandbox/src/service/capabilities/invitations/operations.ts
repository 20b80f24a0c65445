import { z } from 'zod';
import { collection } from '../../http/collection.js';
import { type ChangeContext, tagged } from '../../http/operation.js';
import { toWire } from '../../http/wire.js';
import { text } from '../../limits/bounded.js';
import { candidateRecords } from '../candidates/index.js';
import { cancelInvitations } from './cancel-invitations.js';
import { createInvitation, sendInvitation } from './create-invitation.js';
import { type InvitationRow, invitationRecords, statusAt } from './records.js';
import { invitationStatuses } from './states.js';
import { CreateInvitation, Invitation } from './wire.js';

const invitations = collection({
  path: '/v1/invitations',
  of: invitationRecords,
  item: Invitation,
  toWire: (rows, { urls }) =>
    rows.map((row) => toWire(Invitation, { ...row, intakeUrl: urls.hosted('intake', row.id) })),
});

export const invitationOperations = tagged('Invitations', [
  invitations.list({
    id: 'listInvitations',
    summary: 'List invitations',
    filters: { candidateId: text('id'), status: z.enum(invitationStatuses) },
  }),

  invitations.get({ id: 'getInvitation', summary: 'Get an invitation' }),

  invitations.create({
    id: 'createInvitation',
    summary: 'Invite a candidate to the hosted intake of a role',
    body: CreateInvitation,
    refuses: ['state_conflict', 'duplicate_resource'],
    run: createInvitation,
  }),

  invitations.act('resend', {
    id: 'resendInvitation',
    summary: 'Resend the email of an invitation with the same link and expiry',
    lock: lockNow,
    async run(context, row) {
      const candidate = await candidateRecords.find(context.tx, context.scope, row.candidateId);
      await sendInvitation(context, row, candidate);
      return row;
    },
  }),

  invitations.act('cancel', {
    id: 'cancelInvitation',
    summary: 'Cancel an invitation',
    lock: lockNow,
    async run(context, row) {
      await cancelInvitations(context, [row]);
      return invitationRecords.find(context.tx, context.scope, row.id);
    },
  }),
]);

/** Locks an invitation that is about to change. Returns its current status. @throws Problem 404 */
async function lockNow({ tx, scope, now }: ChangeContext, id: string): Promise<InvitationRow> {
  const row = await invitationRecords.lock(tx, scope, id);
  return { ...row, status: statusAt(row, now) };
}
