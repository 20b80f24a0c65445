import { z } from 'zod';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import { listOperation } from '../../http/list-operation.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import type { Scope } from '../../kernel/scope.js';
import { text } from '../../limits/bounded.js';
import { withChecklists } from './checklists.js';
import { createOnboarding, type OnboardingRow } from './create-onboarding.js';
import { inviteOnboarded } from './invite-onboarded.js';
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
    return withChecklist(context, await onboardingRecords.find(context.sql, context.scope, id));
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
  async handle({ body }, context) {
    const { sendInvitation, ...order } = body;
    const row = await createOnboarding(context, order);
    const { tx: sql, scope, now } = context;
    return withChecklist(
      { sql, scope, now },
      sendInvitation ? await inviteOnboarded(context, row) : row,
    );
  },
});

export const onboardingOperations = tagged('Roles and requirements', [list, get, create]);

interface Reader {
  readonly sql: Sql;
  readonly scope: Scope;
  readonly now: Date;
}

async function withChecklist(reader: Reader, row: OnboardingRow) {
  return found(await withChecklists(reader, [row]), 'onboarding', row.id);
}
