import { collection } from '../../http/collection.js';
import { tagged } from '../../http/operation.js';
import { text } from '../../limits/bounded.js';
import { createInvitation } from '../invitations/index.js';
import { createOnboarding, withChecklists } from './onboardings.js';
import { onboardingRecords } from './records.js';
import { CreateOnboarding, Onboarding } from './wire.js';

const onboardings = collection({
  path: '/v1/onboardings',
  of: onboardingRecords,
  item: Onboarding,
  toWire: (rows, context) => withChecklists(context, rows),
});

export const onboardingOperations = tagged('Roles and requirements', [
  onboardings.list({
    id: 'listOnboardings',
    summary: 'List onboardings with their checklists',
    filters: { candidateId: text('id'), roleId: text('id') },
  }),

  onboardings.get({ id: 'getOnboarding', summary: 'Get an onboarding with its checklist' }),

  onboardings.create({
    id: 'createOnboarding',
    summary: 'Onboard a candidate for a role',
    body: CreateOnboarding,
    refuses: ['duplicate_resource', 'state_conflict'],
    async run(context, { sendInvitation, ...order }) {
      const row = await createOnboarding(context, order);
      if (!sendInvitation) return row;
      const { id: invitationId } = await createInvitation(context, order);
      return onboardingRecords.save(context, row, { invitationId });
    },
  }),
]);
