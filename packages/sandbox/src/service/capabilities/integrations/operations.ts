import { z } from 'zod';
import { listOperation } from '../../http/list-operation.js';
import {
  type ChangeContext,
  changeOperation,
  type Operation,
  readOperation,
  tagged,
} from '../../http/operation.js';
import { Problem } from '../../http/problem.js';
import { transition } from '../../http/state-machine.js';
import { text } from '../../limits/bounded.js';
import { createIntegration } from './create-integration.js';
import { integrationRecords } from './records.js';
import { integrationStates, integrationStatuses } from './states.js';
import { integrationToWire } from './to-wire.js';
import { ChangeIntegration, CreateIntegration, Integration } from './wire.js';

const list = listOperation({
  id: 'listIntegrations',
  path: '/v1/integrations',
  summary: 'List integrations',
  of: integrationRecords,
  item: Integration,
  filters: { status: z.enum(integrationStatuses) },
  toWire: (rows) => rows.map(integrationToWire),
});

const get = readOperation({
  id: 'getIntegration',
  path: '/v1/integrations/{id}',
  summary: 'Get an integration',
  input: { params: z.object({ id: text('id') }) },
  returns: Integration,
  async handle({ params }, { sql, scope }) {
    return integrationToWire(await integrationRecords.find(sql, scope, params.id));
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
    const row = await integrationRecords.lock(context.tx, context.scope, id);
    const changes = transition(integrationStates, 'change', row, { name });
    return integrationToWire(await integrationRecords.save(context, row, changes));
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
      const row = await integrationRecords.lock(context.tx, context.scope, id);
      const changes = transition(integrationStates, 'archive', row, {});
      await onArchive(context, id);
      return integrationToWire(await integrationRecords.save(context, row, changes));
    },
  });

export function integrationOperations(events: IntegrationEvents): readonly Operation[] {
  return tagged('Integrations', [list, get, create, change, archive(events)]);
}
