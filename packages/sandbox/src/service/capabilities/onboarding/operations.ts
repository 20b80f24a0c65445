import { z } from 'zod';
import { found } from '../../http/find.js';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { text } from '../../limits/bounded.js';
import { createInvitation } from '../invitations/index.js';
import { withChecklists } from './checklists.js';
import { createOnboarding } from './create-onboarding.js';
import { onboardingRecords } from './records.js';
import { CreateOnboarding, Onboarding } from './wire.js';

const list = listOperation({
  id: 'listOnboardings',
  path: '/v1/onboardings',
  summary: 'List onboardings with their checklists',
  of: onboardingRecords,
  item: Onboarding,
  filters: { candidateId: text('id'), roleId: text('id') },
  toWire: (rows, context) => withChecklists(context, rows),
});

const get = readOperation({
  id: 'getOnboarding',
  path: '/v1/onboardings/{id}',
  summary: 'Get an onboarding with its checklist',
  input: { params: z.object({ id: text('id') }) },
  returns: Onboarding,
  async handle({ params: { id } }, context) {
    const row = await onboardingRecords.find(context.sql, context.scope, id);
    return found(await withChecklists(context, [row]), 'onboarding', id);
  },
});

const create = changeOperation({
  id: 'createOnboarding',
  method: 'POST',
  path: '/v1/onboardings',
  summary: 'Onboard a candidate for a role',
  input: { body: CreateOnboarding },
  status: 201,
  returns: Onboarding,
  refuses: ['duplicate_resource', 'state_conflict'],
  async handle({ body: { sendInvitation, ...order } }, context) {
    let row = await createOnboarding(context, order);
    if (sendInvitation) {
      const invitation = await createInvitation(context, order);
      row = await onboardingRecords.save(context, row, { invitationId: invitation.id });
    }
    return found(
      await withChecklists({ ...context, sql: context.tx }, [row]),
      'onboarding',
      row.id,
    );
  },
});

export const onboardingOperations = tagged('Roles and requirements', [list, get, create]);
