import { isNotNull, isNull, sql as raw } from 'drizzle-orm';
import { z } from 'zod';
import { webhookEndpoints } from '../../../db/schema/index.js';
import { listOperation } from '../../../http/list-operation.js';
import { changeOperation, readOperation, tagged } from '../../../http/operation.js';
import { text } from '../../../limits/bounded.js';
import type { AddressPolicy } from '../../../outbound/guard.js';
import { deleteEndpoint } from './delete-endpoint.js';
import { pauseOperations } from './pause-operations.js';
import { endpointRecords } from './records.js';
import { changeEndpoint, createEndpoint } from './save-endpoint.js';
import { secretOperations } from './secret-operations.js';
import type { OwnerType } from './subscriptions.js';
import { endpointToWire } from './to-wire.js';
import {
  ChangeWebhookEndpoint,
  CreateWebhookEndpoint,
  DeletedWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './wire.js';

const params = z.object({ id: text('id') });
const unusable = [
  'url_not_allowed',
  'event_type_not_available',
  'event_type_scope_mismatch',
] as const;

const list = listOperation({
  id: 'listWebhookEndpoints',
  path: '/v1/webhook-endpoints',
  summary: 'List webhook endpoints',
  of: endpointRecords,
  item: WebhookEndpoint,
  filters: { integrationId: text('id'), owner: z.enum(['account', 'integration']) },
  ownFilters: ['owner'],
  where: ({ owner, integrationId }, scope) => ownedBy(owner, scope.integrationId ?? integrationId),
  toWire: (rows, { now }) => rows.map((row) => endpointToWire(row, now)),
});

const get = readOperation({
  id: 'getWebhookEndpoint',
  path: '/v1/webhook-endpoints/{id}',
  summary: 'Get a webhook endpoint',
  input: { params },
  returns: WebhookEndpoint,
  async handle({ params: { id } }, { sql, scope, now }) {
    return endpointToWire(await endpointRecords.find(sql, scope, id), now);
  },
});

function create(policy: AddressPolicy) {
  return changeOperation({
    id: 'createWebhookEndpoint',
    method: 'POST',
    path: '/v1/webhook-endpoints',
    summary: 'Create a webhook endpoint of an integration or of the account',
    input: { body: CreateWebhookEndpoint },
    status: 201,
    returns: WebhookEndpointWithSecret,
    secret: true,
    refuses: ['resource_not_found', 'state_conflict', ...unusable],
    async handle({ body }, context) {
      const row = await createEndpoint(context, body, policy);
      return { ...endpointToWire(row, context.now), secret: row.secret };
    },
  });
}

function change(policy: AddressPolicy) {
  return changeOperation({
    id: 'changeWebhookEndpoint',
    method: 'PATCH',
    path: '/v1/webhook-endpoints/{id}',
    summary: 'Change a webhook endpoint; pending retries go to a new URL',
    input: { params, body: ChangeWebhookEndpoint },
    returns: WebhookEndpoint,
    refuses: [...unusable],
    async handle({ params: { id }, body }, context) {
      return endpointToWire(await changeEndpoint(context, id, body, policy), context.now);
    },
  });
}

const remove = changeOperation({
  id: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/v1/webhook-endpoints/{id}',
  summary: 'Delete a webhook endpoint; its deliveries can still be read',
  input: { params },
  returns: DeletedWebhookEndpoint,
  async handle({ params: { id } }, context) {
    await deleteEndpoint(context, id);
    return { id, deleted: true as const };
  },
});

// Where an integration is named, the answer is known. The database would look at every endpoint of the account to find it.
function ownedBy(owner: OwnerType | undefined, ofIntegration: string | undefined) {
  if (owner === undefined) return undefined;
  if (ofIntegration !== undefined) return owner === 'account' ? raw`false` : raw`true`;
  const { integrationId } = webhookEndpoints;
  return owner === 'account' ? isNull(integrationId) : isNotNull(integrationId);
}

export function endpointOperations(policy: AddressPolicy) {
  return tagged('Webhooks', [
    list,
    get,
    create(policy),
    change(policy),
    ...pauseOperations,
    ...secretOperations,
    remove,
  ]);
}
