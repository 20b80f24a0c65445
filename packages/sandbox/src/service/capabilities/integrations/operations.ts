import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { integrations } from '../../db/schema/index.js';
import { filterOf, matches } from '../../http/filter.js';
import { found } from '../../http/find.js';
import {
  type ChangeContext,
  changeOperation,
  readOperation,
  tagged,
} from '../../http/operation.js';
import { listOf, page, pageQuery, pageRange, rowsIn } from '../../http/paging.js';
import { Problem } from '../../http/problem.js';
import { transition } from '../../http/state-machine.js';
import type { Scope } from '../../kernel/scope.js';
import { text } from '../../limits/bounded.js';
import { deleteEndpointsOf } from '../webhooks/endpoints/delete-endpoint.js';
import { createIntegration, type IntegrationRow } from './create-integration.js';
import { integrationStates, integrationStatuses } from './states.js';
import { ChangeIntegration, CreateIntegration, Integration } from './wire.js';

const list = readOperation({
  id: 'listIntegrations',
  path: '/v1/integrations',
  summary: 'List integrations',
  input: {
    query: z.strictObject({ ...pageQuery, status: z.enum(integrationStatuses).optional() }),
  },
  returns: listOf(Integration).meta({ id: 'IntegrationList' }),
  async handle({ query }, { sql, scope }) {
    const filter = filterOf(query);
    const range = pageRange(integrations.seq, query, filter);
    const where = and(visible(scope), matches(integrations, filter));
    const rows = await rowsIn(sql.select().from(integrations).$dynamic(), range, where);
    return page(rows, query, filter, toWire);
  },
});

const get = readOperation({
  id: 'getIntegration',
  path: '/v1/integrations/{id}',
  summary: 'Get an integration',
  input: { params: z.object({ id: text('id') }) },
  returns: Integration,
  async handle({ params }, { sql, scope }) {
    const rows = await sql
      .select()
      .from(integrations)
      .where(and(visible(scope), eq(integrations.id, params.id)));
    return toWire(found(rows, 'integration', params.id));
  },
});

const create = changeOperation({
  id: 'createIntegration',
  method: 'POST',
  path: '/v1/integrations',
  summary: 'Create an integration',
  input: { body: CreateIntegration },
  status: 201,
  returns: Integration,
  refuses: ['resource_not_found'],
  async handle({ body }, context) {
    // A key of one integration sees no other, so it cannot create one.
    if (context.scope.integrationId !== null) {
      throw new Problem('scope_insufficient', 'A key of one integration cannot create another.');
    }
    return toWire(await createIntegration(context, body.name));
  },
});

const change = changeOperation({
  id: 'changeIntegration',
  method: 'PATCH',
  path: '/v1/integrations/{id}',
  summary: 'Rename an integration',
  input: { params: z.object({ id: text('id') }), body: ChangeIntegration },
  returns: Integration,
  refuses: ['state_conflict'],
  allowedWhen: { status: integrationStates.actions.change.from },
  async handle({ params: { id }, body: { name } }, context) {
    const row = await lockVisible(context, id);
    const named = name === undefined ? {} : { name };
    return toWire(await update(context, id, transition(integrationStates, 'change', row, named)));
  },
});

const archive = changeOperation({
  id: 'archiveIntegration',
  method: 'DELETE',
  path: '/v1/integrations/{id}',
  summary:
    'Archive an integration, and delete its webhook endpoints; their deliveries can still be read',
  input: { params: z.object({ id: text('id') }) },
  returns: Integration,
  refuses: ['state_conflict'],
  allowedWhen: { status: integrationStates.actions.archive.from },
  async handle({ params: { id } }, context) {
    const row = await lockVisible(context, id);
    const changes = transition(integrationStates, 'archive', row, {});
    await deleteEndpointsOf(context, id);
    return toWire(await update(context, id, changes));
  },
});

export const integrationOperations = tagged('Integrations', [list, get, create, change, archive]);
export { toWire as integrationToWire };

async function lockVisible(
  { tx, scope }: ChangeContext,
  id: string,
): Promise<typeof integrations.$inferSelect> {
  const rows = await tx
    .select()
    .from(integrations)
    .where(and(visible(scope), eq(integrations.id, id)))
    .for('update');
  return found(rows, 'integration', id);
}

async function update(
  { tx, now }: ChangeContext,
  id: string,
  changes: Partial<typeof integrations.$inferSelect>,
): Promise<typeof integrations.$inferSelect> {
  const rows = await tx
    .update(integrations)
    .set({ ...changes, updatedAt: now })
    .where(eq(integrations.id, id))
    .returning();
  return found(rows, 'integration', id);
}

function visible({ tenantId, integrationId }: Scope) {
  return and(
    eq(integrations.tenantId, tenantId),
    integrationId === null ? undefined : eq(integrations.id, integrationId),
  );
}

function toWire(row: IntegrationRow): z.input<typeof Integration> {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
