import type { Command } from '../engine/command.js';
import { createKey } from '../keys/create-key.js';
import type { SandboxEndpoint, ServiceDescription } from '../service-description.js';
import {
  documentConfigs,
  integrations,
  verificationSources,
  webhookEndpoints,
} from '../store/schema/index.js';
import type { Scope } from '../store/scope.js';
import { defaultRetryPolicy } from '../webhooks/endpoints/retry-policy.js';
import { documentEventTypes } from '../webhooks/events/event-types.js';
import { configs, sources } from './catalog.js';

/** The tenant that is the account itself. */
const ACCOUNT = 'acct';
const account: Scope = { tenantId: ACCOUNT, integrationId: null };

/** What a new service has, and how it is used. */
type Seeded = Pick<ServiceDescription, 'keys' | 'integrationId' | 'endpoints'>;

/** The endpoint that a new service has. */
export interface SeededEndpoint {
  readonly url: string;
  /** Deliveries go to the function that started the service. */
  readonly inProcess: boolean;
}

/** The first state of a service: the catalog, the demo integration, two keys, and an endpoint where one is asked for. */
export async function seed(
  command: Command,
  endpoint: SeededEndpoint | undefined,
): Promise<Seeded> {
  const { tx, now, nextId } = command;
  await tx.insert(verificationSources).values([...sources]);
  await tx.insert(documentConfigs).values([...configs]);
  const integrationId = await nextId('int');
  await tx.insert(integrations).values({
    id: integrationId,
    tenantId: ACCOUNT,
    name: 'Demo integration',
    slug: 'demo-integration',
    status: 'active',
    createdAt: now,
    updatedAt: now,
  });
  const full = await createKey(command, account, {
    scope: 'full_access',
    label: 'Server',
    allowedOrigins: [],
  });
  const candidate = await createKey(command, account, {
    scope: 'candidate_create',
    label: 'Intake form',
    allowedOrigins: [],
  });
  const endpoints = endpoint ? [await createEndpoint(command, integrationId, endpoint)] : [];
  return { keys: { full: full.key, candidate: candidate.key }, integrationId, endpoints };
}

async function createEndpoint(
  { tx, now, nextId, secretFor }: Command,
  integrationId: string,
  { url, inProcess }: SeededEndpoint,
): Promise<SandboxEndpoint> {
  const id = await nextId('we');
  const secret = secretFor('whsec_sbx_', id);
  await tx.insert(webhookEndpoints).values({
    id,
    tenantId: ACCOUNT,
    integrationId,
    url,
    eventTypes: documentEventTypes,
    retryPolicy: defaultRetryPolicy,
    paused: false,
    secret,
    inProcess,
    createdAt: now,
    updatedAt: now,
  });
  return { id, url, integrationId, secret };
}
