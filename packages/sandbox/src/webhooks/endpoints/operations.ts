import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { found } from '../../api/find.js';
import { changeOperation, readOperation } from '../../api/operation.js';
import { listOf, page, pageQuery, pageRange } from '../../api/paging.js';
import { Problem } from '../../api/problem.js';
import { requireIntegration } from '../../integrations/require-integration.js';
import type { AddressPolicy } from '../../outbound/address-policy.js';
import { checkUrl } from '../../outbound/check-url.js';
import { webhookEndpoints } from '../../store/schema/index.js';
import { inScope } from '../../store/scope.js';
import { documentEventTypes } from '../events/event-types.js';
import { defaultRetryPolicy } from './retry-policy.js';
import { CreatedWebhookEndpoint, CreateWebhookEndpoint, WebhookEndpoint } from './wire.js';

const tag = 'Webhooks';

const list = readOperation({
  id: 'listWebhookEndpoints',
  path: '/v1/webhook-endpoints',
  tag,
  summary: 'List webhook endpoints',
  scopes: ['full_access'],
  shown: false,
  input: { query: z.strictObject({ ...pageQuery, integrationId: z.string().optional() }) },
  status: 200,
  returns: listOf(WebhookEndpoint).meta({ id: 'WebhookEndpointList' }),
  refuses: ['cursor_invalid', 'parameter_unknown'],
  async handle({ query }, { sql, scope }) {
    const { integrationId } = query;
    const range = pageRange(webhookEndpoints.seq, query, { integrationId });
    const rows = await sql
      .select()
      .from(webhookEndpoints)
      .where(
        and(
          inScope(webhookEndpoints, scope),
          isNull(webhookEndpoints.deletedAt),
          integrationId === undefined
            ? undefined
            : eq(webhookEndpoints.integrationId, integrationId),
          range.where,
        ),
      )
      .orderBy(range.orderBy)
      .limit(range.limit);
    return page(rows, query, { integrationId }, toWire);
  },
});

const get = readOperation({
  id: 'getWebhookEndpoint',
  path: '/v1/webhook-endpoints/{id}',
  tag,
  summary: 'Get a webhook endpoint',
  scopes: ['full_access'],
  shown: false,
  input: { params: z.object({ id: z.string() }) },
  status: 200,
  returns: WebhookEndpoint,
  refuses: ['resource_not_found'],
  async handle({ params: { id } }, { sql, scope }) {
    const rows = await sql
      .select()
      .from(webhookEndpoints)
      .where(
        and(
          inScope(webhookEndpoints, scope),
          isNull(webhookEndpoints.deletedAt),
          eq(webhookEndpoints.id, id),
        ),
      );
    return toWire(found(rows, 'webhook endpoint', id));
  },
});

function create(policy: AddressPolicy) {
  return changeOperation({
    id: 'createWebhookEndpoint',
    method: 'POST',
    path: '/v1/webhook-endpoints',
    tag,
    summary: 'Create a webhook endpoint of an integration',
    scopes: ['full_access'],
    shown: false,
    input: { body: CreateWebhookEndpoint },
    status: 201,
    returns: CreatedWebhookEndpoint,
    refuses: [
      'resource_not_found',
      'state_conflict',
      'url_not_allowed',
      'event_type_not_available',
    ],
    async handle({ body }, { tx, now, nextId, secretFor, scope }) {
      const integrationId = await requireIntegration(tx, scope, body.integrationId);
      const refused = checkUrl(body.url, policy);
      if (refused) throw new Problem(refused.code, `url: ${refused.message}`);
      const id = await nextId('we');
      const secret = secretFor('whsec_sbx_', id);
      const [row] = await tx
        .insert(webhookEndpoints)
        .values({
          id,
          tenantId: scope.tenantId,
          integrationId,
          url: body.url,
          eventTypes: subscribable(body.eventTypes ?? documentEventTypes),
          retryPolicy: defaultRetryPolicy,
          paused: false,
          description: body.description ?? null,
          secret,
          inProcess: false,
          createdAt: now,
          updatedAt: now,
        })
        .returning();
      if (!row) throw new Error('The database returned no row for an insert.');
      return { ...toWire(row), secret };
    },
  });
}

export function endpointOperations(policy: AddressPolicy) {
  return [list, get, create(policy)];
}

function subscribable(types: readonly string[]): string[] {
  const emitted: readonly string[] = documentEventTypes;
  const refused = types.filter((type) => !emitted.includes(type));
  if (refused.length === 0) return [...new Set(types)];
  throw new Problem(
    'event_type_not_available',
    `eventTypes: ${refused.join(', ')} cannot be subscribed to. See GET /v1/event-types.`,
  );
}

function toWire(row: typeof webhookEndpoints.$inferSelect): z.input<typeof WebhookEndpoint> {
  return {
    id: row.id,
    url: row.url,
    owner: { type: 'integration', id: row.integrationId ?? '' },
    eventTypes: row.eventTypes,
    retryPolicy: row.retryPolicy,
    paused: row.paused,
    description: row.description,
    secretHint: row.secret.slice(-4),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
