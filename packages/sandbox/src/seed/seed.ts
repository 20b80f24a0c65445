import { hashKey } from '../api/authenticate.js';
import type { KeyScope } from '../api/operation.js';
import type { Command } from '../engine/command.js';
import type { SandboxEndpoint, ServiceDescription } from '../service-description.js';
import {
  apiKeys,
  documentConfigs,
  integrations,
  verificationSources,
  webhookEndpoints,
} from '../store/schema/index.js';
import { defaultRetryPolicy } from '../webhooks/endpoints/retry-policy.js';
import { documentEventTypes } from '../webhooks/events/event-types.js';
import { configs, sources } from './catalog.js';

/** The tenant that is the account itself. */
const ACCOUNT = 'acct';

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
  const keys = {
    full: await createKey(command, 'full_access', 'bss_full_', 'Server'),
    candidate: await createKey(command, 'candidate_create', 'bss_cand_', 'Intake form'),
  };
  const endpoints = endpoint ? [await createEndpoint(command, integrationId, endpoint)] : [];
  return { keys, integrationId, endpoints };
}

async function createKey(
  { tx, now, nextId, secretFor }: Command,
  scope: KeyScope,
  prefix: string,
  label: string,
): Promise<string> {
  const id = await nextId('key');
  const key = secretFor(prefix, id);
  await tx.insert(apiKeys).values({
    id,
    tenantId: ACCOUNT,
    scope,
    label,
    hash: hashKey(key),
    prefix,
    last4: key.slice(-4),
    createdAt: now,
  });
  return key;
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
