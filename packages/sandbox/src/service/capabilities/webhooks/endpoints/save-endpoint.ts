import type { z } from 'zod';
import type { ChangeContext } from '../../../http/operation.js';
import { Problem, validationProblem } from '../../../http/problem.js';
import { limits } from '../../../limits/limits.js';
import { type AddressPolicy, checkUrl } from '../../../outbound/guard.js';
import { requireIntegration } from '../../integrations/index.js';
import { type EndpointRow, endpointRecords } from './records.js';
import { changedPolicy, defaultRetryPolicy } from './retry-policy.js';
import { firstSecret } from './roll-secret.js';
import { defaultSubscriptions, type OwnerType, subscriptions } from './subscriptions.js';
import type { ChangeWebhookEndpoint, CreateWebhookEndpoint } from './wire.js';

/** Creates an endpoint of an integration or of the account. @throws Problem for a URL or a subscription it cannot have. */
export async function createEndpoint(
  context: ChangeContext,
  body: z.output<typeof CreateWebhookEndpoint>,
  policy: AddressPolicy,
): Promise<EndpointRow> {
  const { nextId } = context;
  const integrationId = await ownerOf(context, body);
  const owner: OwnerType = integrationId === null ? 'account' : 'integration';
  requireUrl(body.url, policy);
  const wanted = body.eventTypes ?? defaultSubscriptions(owner);
  const eventTypes = subscriptions(owner, wanted, context.previewEvents);
  const id = await nextId('we');
  return endpointRecords.insert(context, {
    id,
    integrationId,
    url: body.url,
    eventTypes,
    retryPolicy: changedPolicy(defaultRetryPolicy, body.retryPolicy),
    paused: false,
    includeRelated: body.includeRelated,
    description: body.description ?? null,
    secret: firstSecret(context, id),
    inProcess: false,
  });
}

/** Changes what its caller sets. Pending retries go to a new URL, and a new policy counts from the next attempt's end. */
export async function changeEndpoint(
  context: ChangeContext,
  id: string,
  body: z.output<typeof ChangeWebhookEndpoint>,
  policy: AddressPolicy,
): Promise<EndpointRow> {
  const row = await endpointRecords.lock(context.tx, context.scope, id);
  const { url, eventTypes, retryPolicy, includeRelated, description } = body;
  const moves = url !== undefined && url !== row.url;
  if (moves) requireUrl(url, policy);
  const owner: OwnerType = row.integrationId === null ? 'account' : 'integration';
  return endpointRecords.save(
    context,
    { id },
    {
      ...(moves ? { url, urlHistory: withFormer(row, context.now) } : {}),
      ...(eventTypes
        ? { eventTypes: subscriptions(owner, eventTypes, context.previewEvents) }
        : {}),
      ...(retryPolicy ? { retryPolicy: changedPolicy(row.retryPolicy, retryPolicy) } : {}),
      ...(includeRelated === undefined ? {} : { includeRelated }),
      ...(description === undefined ? {} : { description }),
    },
  );
}

/** The former addresses, with the one that an endpoint leaves. */
function withFormer({ url, urlHistory }: EndpointRow, now: Date): EndpointRow['urlHistory'] {
  const former = [...urlHistory, { url, until: now.toISOString() }];
  return former.slice(-limits.formerAddresses.most);
}

/** The integration that a new endpoint belongs to. Null: the account. */
async function ownerOf(
  { tx, scope }: ChangeContext,
  { owner, integrationId }: z.output<typeof CreateWebhookEndpoint>,
): Promise<string | null> {
  if (owner === undefined) return requireIntegration(tx, scope, integrationId);
  if (integrationId !== undefined) {
    const message = 'must not be given with integrationId: an endpoint has one owner';
    throw validationProblem([{ param: 'owner', code: 'conflict', message }]);
  }
  if (scope.integrationId === null) return null;
  throw new Problem(
    'scope_insufficient',
    'A key of one integration cannot create an endpoint of the account.',
  );
}

function requireUrl(url: string, policy: AddressPolicy): void {
  const refused = checkUrl(url, policy);
  if (!refused) return;
  const { code, message } = refused;
  throw new Problem(code, `url: ${message}`, { errors: [{ param: 'url', code, message }] });
}
