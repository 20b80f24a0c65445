import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { found } from '../api/find.js';
import { type ChangeContext, changeOperation, readOperation } from '../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../api/paging.js';
import { Problem } from '../api/problem.js';
import { nextState } from '../api/state-machine.js';
import { integrations } from '../store/schema/index.js';
import type { Scope } from '../store/scope.js';
import { deleteEndpointsOf } from '../webhooks/endpoints/delete-endpoint.js';
import { createIntegration, type IntegrationRow } from './create-integration.js';
import { integrationStates, integrationStatuses } from './states.js';
import { ChangeIntegration, CreateIntegration, Integration } from './wire.js';

const list = readOperation({
  id: 'listIntegrations',
  path: '/v1/integrations',
  tag: 'Integrations',
  summary: 'List integrations',
  scopes: ['full_access'],
  shown: false,
  input: {
    query: z.strictObject({ ...pageQuery, status: z.enum(integrationStatuses).optional() }),
  },
  status: 200,
  returns: listOf(Integration).meta({ id: 'IntegrationList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope }) {
    const { status } = query;
    const range = pageRange(integrations.seq, query, { status });
    const rows = await sql
      .select()
      .from(integrations)
      .where(
        and(
          visible(scope),
          status === undefined ? undefined : eq(integrations.status, status),
          range.where,
        ),
      )
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, { status }, toWire);
  },
});

const get = readOperation({
  id: 'getIntegration',
  path: '/v1/integrations/{id}',
  tag: 'Integrations',
  summary: 'Get an integration',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ id: z.string() }) },
  status: 200,
  returns: Integration,
  refuses: ['resource_not_found'],
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
  tag: 'Integrations',
  summary: 'Create an integration',
  scopes: ['full_access'],
  shown: false,
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
  tag: 'Integrations',
  summary: 'Rename an integration',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ id: z.string() }), body: ChangeIntegration },
  status: 200,
  returns: Integration,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { status: integrationStates.change.from },
  async handle({ params: { id }, body: { name } }, context) {
    const row = await lockVisible(context, id);
    const status = nextState(integrationStates, 'change', row.status);
    return toWire(await update(context, id, { status, ...(name === undefined ? {} : { name }) }));
  },
});

const archive = changeOperation({
  id: 'archiveIntegration',
  method: 'DELETE',
  path: '/v1/integrations/{id}',
  tag: 'Integrations',
  summary:
    'Archive an integration, and delete its webhook endpoints; their deliveries can still be read',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ id: z.string() }) },
  status: 200,
  returns: Integration,
  refuses: ['resource_not_found', 'state_conflict'],
  allowedWhen: { status: integrationStates.archive.from },
  async handle({ params: { id } }, context) {
    const row = await lockVisible(context, id);
    const status = nextState(integrationStates, 'archive', row.status);
    await deleteEndpointsOf(context, id);
    return toWire(await update(context, id, { status }));
  },
});

export const integrationOperations = [list, get, create, change, archive];
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
