import { and } from 'drizzle-orm';
import { z } from 'zod';
import { onboardings } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { filterOf, matches } from '../../http/filter.js';
import { found } from '../../http/find.js';
import { changeOperation, readOperation, tagged } from '../../http/operation.js';
import { listOf, pageQuery, pageRange, pageTogether, rowsIn } from '../../http/paging.js';
import { idInTenant, inTenant, type Scope } from '../../kernel/scope.js';
import { text } from '../../limits/bounded.js';
import { withChecklists } from './checklists.js';
import { createOnboarding, type OnboardingRow } from './create-onboarding.js';
import { inviteOnboarded } from './invite-onboarded.js';
import { CreateOnboarding, Onboarding } from './wire.js';

const list = readOperation({
  id: 'listOnboardings',
  path: '/v1/onboardings',
  summary: 'List onboardings with their checklists',
  input: {
    query: z.strictObject({
      ...pageQuery,
      candidateId: text('id').optional(),
      roleId: text('id').optional(),
    }),
  },
  returns: listOf(Onboarding).meta({ id: 'OnboardingList' }),
  async handle({ query }, context) {
    const { sql, scope } = context;
    const filter = filterOf(query);
    const range = pageRange(onboardings.seq, query, filter);
    const where = and(inTenant(onboardings, scope), matches(onboardings, filter));
    const rows = await rowsIn(sql.select().from(onboardings).$dynamic(), range, where);
    return pageTogether(rows, query, filter, (shown) => withChecklists(context, shown));
  },
});

const get = readOperation({
  id: 'getOnboarding',
  path: '/v1/onboardings/{id}',
  summary: 'Get an onboarding with its checklist',
  input: { params: z.object({ id: text('id') }) },
  returns: Onboarding,
  async handle({ params: { id } }, context) {
    return withChecklist(context, await findOnboardingById(context, id));
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

async function findOnboardingById({ sql, scope }: Reader, id: string): Promise<OnboardingRow> {
  const where = idInTenant(onboardings, scope, id);
  const rows = await sql.select().from(onboardings).where(where);
  return found(rows, 'onboarding', id);
}

async function withChecklist(reader: Reader, row: OnboardingRow) {
  return found(await withChecklists(reader, [row]), 'onboarding', row.id);
}
