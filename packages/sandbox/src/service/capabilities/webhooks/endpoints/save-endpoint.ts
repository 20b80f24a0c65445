import type { z } from 'zod';
import type { ChangeContext } from '../../../http/operation.js';
import { describeFields, fieldProblem, invalidField, Problem } from '../../../http/problem.js';
import { requireQuota } from '../../../http/tenant-quota.js';
import type { Command } from '../../../kernel/command.js';
import type { Fault } from '../../../limits/faults.js';
import { limits } from '../../../limits/limits.js';
import { type AddressPolicy, checkUrl } from '../../../outbound/guard.js';
import { requireIntegration } from '../../integrations/index.js';
import { documentEventTypes, eventTypes } from '../events/event-types.js';
import { defaultRetryPolicy, overlapAt } from './attempt-rules.js';
import {
  boundedEndpoints,
  type EndpointRow,
  endpointRecords,
  type OwnerType,
  ownerType,
  unusedHealth,
} from './records.js';
import {
  type ChangeWebhookEndpoint,
  type CreateWebhookEndpoint,
  RetryPolicy,
  type RollSecret,
} from './wire.js';

/**
 * Creates an endpoint of an integration or of the account.
 *
 * @param secret The signing secret. Default: one from its id.
 * @throws Problem for an invalid URL or subscription, or when the tenant has too many endpoints.
 */
export async function createEndpoint(
  context: ChangeContext,
  body: z.output<typeof CreateWebhookEndpoint>,
  policy: AddressPolicy,
  secret?: string,
): Promise<EndpointRow> {
  await requireQuota(context, boundedEndpoints);
  const integrationId = await chooseOwner(context, body);
  const { url, includeRelated, description, retryPolicy } = body;
  requireUrl(url, policy);
  // No event of the account is emitted yet.
  const { eventTypes = integrationId === null ? [] : documentEventTypes } = body;
  const subscribed = subscriptions(ownerType(integrationId), eventTypes, context.previewEvents);
  const id = await context.nextId('we');
  return endpointRecords.insert(context, {
    id,
    integrationId,
    url,
    eventTypes: subscribed,
    retryPolicy: RetryPolicy.parse({ ...defaultRetryPolicy, ...retryPolicy }),
    paused: false,
    includeRelated,
    description,
    secret: secret ?? firstSecret(context, id),
    inProcess: false,
  });
}

/**
 * Changes the properties that the caller sets. Pending retries go to a new URL, whose health starts anew. A new policy applies
 * from the end of the next attempt.
 */
export async function changeEndpoint(
  command: Command,
  row: EndpointRow,
  { url = row.url, eventTypes, retryPolicy, ...others }: z.output<typeof ChangeWebhookEndpoint>,
  policy: AddressPolicy,
): Promise<EndpointRow> {
  const moves = url !== row.url;
  if (moves) requireUrl(url, policy);
  const owner = ownerType(row.integrationId);
  return endpointRecords.save(command, row, {
    ...others,
    url,
    ...(moves ? { ...unusedHealth, urlHistory: withFormer(row, command.now) } : {}),
    eventTypes: eventTypes && subscriptions(owner, eventTypes, command.previewEvents),
    retryPolicy: retryPolicy && RetryPolicy.parse({ ...row.retryPolicy, ...retryPolicy }),
  });
}

function withFormer({ url, urlHistory }: EndpointRow, now: Date): EndpointRow['urlHistory'] {
  const former = [...urlHistory, { url, until: now.toISOString() }];
  return former.slice(-limits.formerAddresses.most);
}

/** Returns the integration of a new endpoint, or `null` for the account. */
async function chooseOwner(
  { tx, scope }: ChangeContext,
  { owner, integrationId }: z.output<typeof CreateWebhookEndpoint>,
): Promise<string | null> {
  if (owner === undefined) return requireIntegration(tx, scope, integrationId);
  if (integrationId !== undefined) {
    throw invalidField('owner', { code: 'conflict', facts: { names: ['integrationId'] } });
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
  const { code, message: text } = refused;
  const errors = [fieldProblem('url', { code, facts: { text } })];
  throw new Problem(code, describeFields(errors), { errors });
}

const PREFIX = 'whsec_sbx_';

export function firstSecret({ secretFor }: Pick<Command, 'secretFor'>, endpointId: string): string {
  return secretFor(PREFIX, endpointId);
}

/**
 * Gives an endpoint a new secret. The former one also signs for `overlapSeconds` of virtual time.
 *
 * @throws Problem 409 while a former roll overlaps, unless `force` ends the oldest secret.
 */
export async function rollSecret(
  command: Command,
  row: EndpointRow,
  { overlapSeconds, force }: z.output<typeof RollSecret>,
): Promise<EndpointRow> {
  const { now, secretFor } = command;
  const { previousSecretExpiresAt: previous } = overlapAt(row, now);
  if (previous && !force) {
    throw new Problem(
      'roll_in_progress',
      `The previous secret signs until ${previous.toISOString()}. Send force: true to end it now.`,
      { facts: { at: previous.toISOString() } },
    );
  }
  const secretVersion = row.secretVersion + 1;
  const overlaps = overlapSeconds > 0;
  return endpointRecords.save(command, row, {
    secret: secretFor(PREFIX, `${row.id}:${secretVersion}`),
    secretVersion,
    previousSecret: overlaps ? row.secret : null,
    previousSecretExpiresAt: overlaps ? new Date(now.getTime() + overlapSeconds * 1000) : null,
  });
}

/**
 * Returns the event types that an endpoint subscribes to, each once: only those that are emitted, and that its owner has (spec
 * section 6, rules 1 to 3).
 *
 * @param previewEvents Whether types that are marked as coming soon are emitted too.
 * @throws Problem naming each type that it cannot subscribe to.
 */
function subscriptions(
  owner: OwnerType,
  types: readonly string[],
  previewEvents: boolean,
): string[] {
  if (types.length === 0 && owner === 'integration') {
    const facts = { least: 1, unit: 'items', because: 'event_type' } as const;
    throw invalidField('eventTypes', { code: 'too_small', facts });
  }
  const errors = types.flatMap((type, index) => {
    const refused = refusal(owner, type, previewEvents);
    return refused ? [fieldProblem(`eventTypes.${index}`, refused)] : [];
  });
  if (errors.length === 0) return [...new Set(types)];
  const isMismatch = errors.some(({ code }) => code === 'event_type_scope_mismatch');
  const code = isMismatch ? 'event_type_scope_mismatch' : 'event_type_not_available';
  const detail = errors.map(({ message }) => message).join('; ');
  throw new Problem(code, `eventTypes: ${detail}.`, { errors });
}

function refusal(owner: OwnerType, type: string, previewEvents: boolean): Fault | undefined {
  const known = eventTypes.find((one) => one.type === type);
  if (!known) return { code: 'event_type_not_available', facts: { id: type } };
  if (known.scope !== owner) {
    return { code: 'event_type_scope_mismatch', facts: { id: type, scope: known.scope } };
  }
  if (known.availability === 'emitted' || previewEvents) return undefined;
  return { code: 'event_type_not_available', facts: { id: type, because: 'coming_soon' } };
}
