import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { integrations } from '../../db/schema/index.js';
import { filterOf, matches } from '../../http/filter.js';
import { found } from '../../http/find.js';
import {
  type ChangeContext,
  changeOperation,
  type Operation,
  readOperation,
  tagged,
} from '../../http/operation.js';
import { listOf, page, pageQuery, pageRange, rowsIn } from '../../http/paging.js';
import { Problem } from '../../http/problem.js';
import { transition } from '../../http/state-machine.js';
import type { Scope } from '../../kernel/scope.js';
import { text } from '../../limits/bounded.js';
import { createIntegration } from './create-integration.js';
import { integrationStates, integrationStatuses } from './states.js';
import { integrationToWire } from './to-wire.js';
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
    return page(rows, query, filter, integrationToWire);
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
    return integrationToWire(found(rows, 'integration', params.id));
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
    return integrationToWire(await createIntegration(context, body.name));
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
    return integrationToWire(
      await update(context, id, transition(integrationStates, 'change', row, named)),
    );
  },
});

/** What others do when an integration is archived. They import this folder, so `operations.ts` of the service hands it over. */
interface IntegrationEvents {
  readonly onArchive: (context: ChangeContext, integrationId: string) => Promise<void>;
}

const archive = ({ onArchive }: IntegrationEvents) =>
  changeOperation({
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
      await onArchive(context, id);
      return integrationToWire(await update(context, id, changes));
    },
  });

export function integrationOperations(events: IntegrationEvents): readonly Operation[] {
  return tagged('Integrations', [list, get, create, change, archive(events)]);
}

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
