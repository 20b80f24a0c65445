import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { found } from '../api/find.js';
import { changeOperation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../api/paging.js';
import { onboardings } from '../store/schema/index.js';
import { inTenant, type Scope } from '../store/scope.js';
import type { Sql } from '../store/sql.js';
import { withChecklists } from './checklists.js';
import { createOnboarding, type OnboardingRow } from './create-onboarding.js';
import { inviteOnboarded } from './invite-onboarded.js';
import { CreateOnboarding, Onboarding } from './wire.js';

const tag = 'Roles and requirements';

const list = readOperation({
  id: 'listOnboardings',
  path: '/v1/onboardings',
  tag,
  summary: 'List onboardings with their checklists',
  scopes: ['full_access'],
  shown: false,
  input: {
    query: z.strictObject({
      ...pageQuery,
      candidateId: z.string().optional(),
      roleId: z.string().optional(),
    }),
  },
  status: 200,
  returns: listOf(Onboarding).meta({ id: 'OnboardingList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, context) {
    const { sql, scope } = context;
    const { candidateId, roleId } = query;
    const filter = { candidateId, roleId };
    const range = pageRange(onboardings.seq, query, filter);
    const rows = await sql
      .select()
      .from(onboardings)
      .where(
        and(
          inTenant(onboardings, scope),
          candidateId === undefined ? undefined : eq(onboardings.candidateId, candidateId),
          roleId === undefined ? undefined : eq(onboardings.roleId, roleId),
          range.where,
        ),
      )
      .orderBy(range.orderBy)
      .limit(range.limit);
    const { data, ...envelope } = page(rows, query, filter, (row) => row);
    return { ...envelope, data: await withChecklists(context, data) };
  },
});

const get = readOperation({
  id: 'getOnboarding',
  path: '/v1/onboardings/{id}',
  tag,
  summary: 'Get an onboarding with its checklist',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ id: z.string() }) },
  status: 200,
  returns: Onboarding,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, context) {
    return withChecklist(context, await findOnboardingById(context, id));
  },
});

const create = changeOperation({
  id: 'createOnboarding',
  method: 'POST',
  path: '/v1/onboardings',
  tag,
  summary: 'Onboard a candidate for a role',
  scopes: ['full_access'],
  shown: false,
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

export const onboardingOperations = [list, get, create];

interface Reader {
  readonly sql: Sql;
  readonly scope: Scope;
  readonly now: Date;
}

async function findOnboardingById({ sql, scope }: Reader, id: string): Promise<OnboardingRow> {
  const rows = await sql
    .select()
    .from(onboardings)
    .where(and(inTenant(onboardings, scope), eq(onboardings.id, id)));
  return found(rows, 'onboarding', id);
}

async function withChecklist(reader: Reader, row: OnboardingRow) {
  return found(await withChecklists(reader, [row]), 'onboarding', row.id);
}
