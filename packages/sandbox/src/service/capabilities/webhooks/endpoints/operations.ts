import { sql as raw } from 'drizzle-orm';
import { z } from 'zod';
import { collection } from '../../../http/collection.js';
import { changeOperation, readOperation, tagged } from '../../../http/operation.js';
import { toWire } from '../../../http/wire.js';
import { text } from '../../../limits/bounded.js';
import type { AddressPolicy } from '../../../outbound/guard.js';
import { overlapAt } from './attempt-rules.js';
import { deleteEndpoints, holdDeliveries, startResumption } from './held-deliveries.js';
import { endpointRecords, isOwnedBy } from './records.js';
import { changeEndpoint, createEndpoint, rollSecret } from './save-endpoint.js';
import {
  ChangeWebhookEndpoint,
  CreateWebhookEndpoint,
  DeletedWebhookEndpoint,
  endpointToWire,
  endpointWithSecretToWire,
  ResumeWebhookEndpoint,
  RollSecret,
  SigningSecrets,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from './wire.js';

const path = '/v1/webhook-endpoints';
const { table } = endpointRecords;
const params = z.object({ id: text('id') });
const unusable = [
  'url_not_allowed',
  'event_type_not_available',
  'event_type_scope_mismatch',
] as const;

const endpoints = collection({
  path,
  of: endpointRecords,
  item: WebhookEndpoint,
  toWire: (rows, { now }) => rows.map((row) => endpointToWire(row, now)),
});

/** @param policy The addresses that an endpoint may have. */
export function endpointOperations(policy: AddressPolicy) {
  return tagged('Webhooks', [
    endpoints.list({
      id: 'listWebhookEndpoints',
      summary: 'List webhook endpoints',
      search: { of: 'the URL or the description', texts: [table.url, table.description] },
      filters: { integrationId: text('id'), owner: z.enum(['account', 'integration']) },
      ownFilters: ['owner'],
      where({ owner, integrationId }, scope) {
        if (owner === undefined) return undefined;
        if ((scope.integrationId ?? integrationId) === undefined) return isOwnedBy(owner);
        // The owner is known. To check it, the database would read every endpoint of the account.
        return owner === 'account' ? raw`false` : raw`true`;
      },
    }),

    endpoints.get({ id: 'getWebhookEndpoint', summary: 'Get a webhook endpoint' }),

    changeOperation({
      id: 'createWebhookEndpoint',
      method: 'POST',
      path,
      summary: 'Create a webhook endpoint for an integration or the account',
      input: { body: CreateWebhookEndpoint },
      status: 201,
      returns: WebhookEndpointWithSecret,
      secret: true,
      refuses: ['resource_not_found', 'state_conflict', ...unusable],
      async handle({ body }, context) {
        const row = await createEndpoint(context, body, policy);
        return endpointWithSecretToWire(row, context.now);
      },
    }),

    changeOperation({
      id: 'changeWebhookEndpoint',
      method: 'PATCH',
      path: `${path}/{id}`,
      summary: 'Update a webhook endpoint; pending retries use its new URL',
      input: { params, body: ChangeWebhookEndpoint },
      returns: WebhookEndpoint,
      refuses: unusable,
      async handle({ params: { id }, body }, context) {
        const row = await endpointRecords.lock(context.tx, context.scope, id);
        return endpointToWire(await changeEndpoint(context, row, body, policy), context.now);
      },
    }),

    endpoints.act('pause', {
      id: 'pauseWebhookEndpoint',
      summary: 'Pause a webhook endpoint and hold its deliveries',
      async run(context, row) {
        await holdDeliveries(context, row.id);
        return endpointRecords.act(context, 'pause', row, {});
      },
    }),

    endpoints.act('resume', {
      id: 'resumeWebhookEndpoint',
      summary:
        'Resume a webhook endpoint and release its held deliveries, oldest first, or cancel them',
      body: ResumeWebhookEndpoint,
      async run(context, row, { discard }) {
        await startResumption(context, row, discard);
        return endpointRecords.act(context, 'resume', row, {});
      },
    }),

    readOperation({
      id: 'revealWebhookEndpointSecret',
      path: `${path}/{id}/secret`,
      summary: 'Get the signing secrets of a webhook endpoint',
      input: { params },
      returns: SigningSecrets,
      secret: true,
      async handle({ params: { id } }, { sql, scope, now }) {
        const row = await endpointRecords.find(sql, scope, id);
        return toWire(SigningSecrets, { ...row, ...overlapAt(row, now) });
      },
    }),

    changeOperation({
      id: 'rollWebhookEndpointSecret',
      method: 'POST',
      path: `${path}/{id}/roll-secret`,
      summary: 'Roll the signing secret of a webhook endpoint',
      input: { params, body: RollSecret },
      returns: WebhookEndpointWithSecret,
      secret: true,
      refuses: ['roll_in_progress'],
      async handle({ params: { id }, body }, context) {
        const row = await endpointRecords.lock(context.tx, context.scope, id);
        return endpointWithSecretToWire(await rollSecret(context, row, body), context.now);
      },
    }),

    changeOperation({
      id: 'deleteWebhookEndpoint',
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: 'Delete a webhook endpoint; its deliveries stay readable',
      input: { params },
      returns: DeletedWebhookEndpoint,
      async handle({ params: { id } }, context) {
        const row = await endpointRecords.lock(context.tx, context.scope, id);
        await deleteEndpoints(context, [row]);
        return toWire(DeletedWebhookEndpoint, { id, deleted: true });
      },
    }),
  ]);
}
