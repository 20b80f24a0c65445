import { and, isNotNull, isNull, sql as raw, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { changeOperation, readOperation } from '../../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../../api/paging.js';
import { ofIntegration } from '../../integrations/of-integration.js';
import type { AddressPolicy } from '../../outbound/address-policy.js';
import { webhookEndpoints } from '../../store/schema/index.js';
import { deleteEndpoint } from './delete-endpoint.js';
import { pauseOperations } from './pause-operations.js';
import { findEndpoint } from './queries.js';
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

const tag = 'Webhooks';
const params = z.object({ id: z.string() });
const unusable = [
  'url_not_allowed',
  'event_type_not_available',
  'event_type_scope_mismatch',
] as const;

const list = readOperation({
  id: 'listWebhookEndpoints',
  path: '/v1/webhook-endpoints',
  tag,
  summary: 'List webhook endpoints',
  scopes: ['full_access'],
  shown: false,
  input: {
    query: z.strictObject({
      ...pageQuery,
      integrationId: z.string().optional(),
      owner: z.enum(['account', 'integration']).optional(),
    }),
  },
  status: 200,
  returns: listOf(WebhookEndpoint).meta({ id: 'WebhookEndpointList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope, now }) {
    const { integrationId, owner } = query;
    const filter = { integrationId, owner };
    const range = pageRange(webhookEndpoints.seq, query, filter);
    const rows = await sql
      .select()
      .from(webhookEndpoints)
      .where(
        and(
          await ofIntegration(sql, webhookEndpoints, scope, integrationId),
          isNull(webhookEndpoints.deletedAt),
          owner === undefined ? undefined : ownedBy(owner, scope.integrationId ?? integrationId),
          range.where,
        ),
      )
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, filter, (row) => endpointToWire(row, now));
  },
});

const get = readOperation({
  id: 'getWebhookEndpoint',
  path: '/v1/webhook-endpoints/{id}',
  tag,
  summary: 'Get a webhook endpoint',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: WebhookEndpoint,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope, now }) {
    return endpointToWire(await findEndpoint(sql, scope, id), now);
  },
});

function create(policy: AddressPolicy) {
  return changeOperation({
    id: 'createWebhookEndpoint',
    method: 'POST',
    path: '/v1/webhook-endpoints',
    tag,
    summary: 'Create a webhook endpoint of an integration or of the account',
    scopes: ['full_access'],
    shown: false,
    input: { body: CreateWebhookEndpoint },
    status: 201,
    returns: WebhookEndpointWithSecret,
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
    tag,
    summary: 'Change a webhook endpoint; pending retries go to a new URL',
    scopes: ['full_access'],
    shown: false,
    input: { params, body: ChangeWebhookEndpoint },
    status: 200,
    returns: WebhookEndpoint,
    refuses: ['resource_not_found', ...unusable],
    async handle({ params: { id }, body }, context) {
      return endpointToWire(await changeEndpoint(context, id, body, policy), context.now);
    },
  });
}

const remove = changeOperation({
  id: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/v1/webhook-endpoints/{id}',
  tag,
  summary: 'Delete a webhook endpoint; its deliveries can still be read',
  scopes: ['full_access'],
  shown: false,
  input: { params },
  status: 200,
  returns: DeletedWebhookEndpoint,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, context) {
    await deleteEndpoint(context, id);
    return { id, deleted: true as const };
  },
});

// Where an integration is named, the answer is known. The database would look at every endpoint of the account to find it.
function ownedBy(owner: OwnerType, ofIntegration: string | undefined): SQL {
  if (ofIntegration !== undefined) return owner === 'account' ? raw`false` : raw`true`;
  const { integrationId } = webhookEndpoints;
  return owner === 'account' ? isNull(integrationId) : isNotNull(integrationId);
}

export function endpointOperations(policy: AddressPolicy) {
  return [
    list,
    get,
    create(policy),
    change(policy),
    ...pauseOperations,
    ...secretOperations,
    remove,
  ];
}
