import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { createIntegration, selectDefaultIntegration } from '../capabilities/integrations/index.js';
import { createKey, hashKey, storeKey } from '../capabilities/keys/index.js';
import { checkTypeCatalog } from '../capabilities/packages/index.js';
import { seedTenant } from '../capabilities/partners/index.js';
import { ensureRetention } from '../capabilities/retention/index.js';
import { account } from '../capabilities/tenants/index.js';
import {
  awaitListens,
  defaultRetryPolicy,
  documentEventTypes,
  firstSecret,
  keepEndpointAt,
} from '../capabilities/webhooks/index.js';
import type {
  SandboxEndpoint,
  ServiceConfig,
  ServiceDescription,
  ServiceKeys,
} from '../config/service-config.js';
import {
  apiKeys,
  checkTypes,
  documentConfigs,
  integrations,
  tenants,
  verificationSources,
  webhookEndpoints,
} from '../db/schema/index.js';
import { SEEDED, saveSnapshot } from '../db/snapshot.js';
import type { Sql } from '../db/sql.js';
import { type KeyScope, keyPrefixes } from '../http/principal.js';
import type { Command } from '../kernel/command.js';
import { type AddressPolicy, checkUrl } from '../outbound/guard.js';
import { catalogRows, sources } from './catalog.js';
import { makeDemoWorld } from './demo/demo-world.js';
import type { Capabilities } from './demo/past-calls.js';
import { SETUP_LOCK } from './open-instance.js';

type Access = Pick<ServiceDescription, 'keys' | 'integrationId' | 'endpoints'>;

/**
 * Gives a new service its first state, which a reset restores. An existing service gets what the options ask for.
 *
 * @param endpoint The endpoint of the default integration. `undefined` if none is asked for.
 * @param capabilities The operations and jobs that make the first state, if it is a demo.
 */
export async function prepareState(
  command: Command,
  { apiKey, seed: world, retainMs }: Pick<ServiceConfig, 'apiKey' | 'seed' | 'retainMs'>,
  endpoint: SeededEndpoint | undefined,
  capabilities: Capabilities,
): Promise<Access> {
  const { tx, now } = command;
  await tx.execute(sql.raw(SETUP_LOCK));
  const isNew = (await findDemoIntegration(tx)) === undefined;
  const keys = isNew
    ? await makeFirstState(command)
    : {
        full: await knownKey(command, 'full_access'),
        candidate: await knownKey(command, 'candidate_create'),
      };
  if (isNew && world === 'demo') await makeDemoWorld(command, account, capabilities);
  const [preset] = await selectDefaultIntegration(tx, account);
  // If all are archived, the demo integration is still named.
  const integrationId = preset?.id ?? (await findDemoIntegration(tx));
  if (integrationId === undefined) throw new Error('The service has no demo integration.');
  await awaitListens(tx);
  if (endpoint) await ensureEndpoint(command, integrationId, endpoint);
  const isAccepted = apiKey !== undefined && (await acceptKey(command, apiKey));
  // Before the snapshot, so that retention continues after a reset.
  if (retainMs !== undefined) await ensureRetention(command);
  if (isNew) await saveSnapshot(tx, SEEDED, { savedAt: now.toISOString(), requests: 0 });
  // The team knows the key that it has chosen. The first one may be lost.
  const known = { ...keys, full: isAccepted ? apiKey : keys.full };
  return { keys: known, integrationId, endpoints: await listEndpoints(tx, integrationId) };
}

/** Makes the first state of a service: the account, the catalogs, the demo integration and two keys. */
async function makeFirstState(command: Command): Promise<ServiceKeys> {
  const { tx, now } = command;
  const { tenantId } = account;
  await tx.insert(checkTypes).values([...checkTypeCatalog]);
  await tx.insert(tenants).values({
    id: tenantId,
    partnerId: null,
    slug: 'sandbox',
    name: 'Sandbox account',
    adminEmail: 'admin@account.example',
    termsVersion: '2026-01',
    status: 'active',
    partner: true,
    timeZone: 'America/New_York',
    brandColor: null,
    createdAt: now,
    updatedAt: now,
  });
  await seedTenant(command, tenantId);
  await tx.insert(verificationSources).values([...sources]);
  await tx.insert(documentConfigs).values(catalogRows(now));
  const { slug } = await createIntegration({ ...command, scope: account }, 'Demo integration');
  if (slug !== SLUG) throw new Error(`The demo integration has the slug ${slug}.`);
  const makeKey = async (scope: KeyScope, label: string): Promise<string> =>
    (await createKey(command, account, { scope, label, allowedOrigins: [] })).key;
  return {
    full: await makeKey('full_access', 'Server'),
    candidate: await makeKey('candidate_create', 'Intake form'),
  };
}

/** The first key of a scope, if it can be derived again. Only its digest is stored. */
async function knownKey({ tx, secretFor }: Command, scope: KeyScope): Promise<string | undefined> {
  const [first] = await tx
    .select({ id: apiKeys.id, hash: apiKeys.hash })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.tenantId, account.tenantId),
        eq(apiKeys.scope, scope),
        isNull(apiKeys.revokedAt),
      ),
    )
    .orderBy(asc(apiKeys.seq))
    .limit(1);
  if (!first) return undefined;
  const key = secretFor(keyPrefixes[scope], first.id);
  return hashKey(key) === first.hash ? key : undefined;
}

/** Accepts a full-access key that was chosen by hand. Resolves with false if it was revoked, and so stays. */
async function acceptKey(command: Command, key: string): Promise<boolean> {
  const { tx } = command;
  const [present] = await tx
    .select({ revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(eq(apiKeys.hash, hashKey(key)));
  if (present) return present.revokedAt === null;
  const label = 'From the environment';
  const id = await command.nextId('key');
  // Without the limit of keys, so that the operator always gets in.
  await storeKey(command, account, { id, key, scope: 'full_access', label, allowedOrigins: [] });
  return true;
}

const SLUG = 'demo-integration';
const IN_PROCESS_URL = 'http://receiver.localhost/webhooks/screening';

export type SeededEndpoint = Pick<typeof webhookEndpoints.$inferSelect, 'url' | 'inProcess'>;

/**
 * @param inProcess Whether its deliveries are handed over without a socket.
 * @throws TypeError when `forwardTo` is not allowed.
 */
export function seededEndpoint(
  { forwardTo }: ServiceConfig,
  inProcess: boolean,
  policy: AddressPolicy,
): SeededEndpoint | undefined {
  if (inProcess) return { url: forwardTo ?? IN_PROCESS_URL, inProcess: true };
  if (forwardTo === undefined) return undefined;
  const refused = checkUrl(forwardTo, policy);
  if (refused) throw new TypeError(`forwardTo: ${refused.message}`);
  return { url: forwardTo, inProcess: false };
}

async function findDemoIntegration(tx: Sql): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: integrations.id })
    .from(integrations)
    .where(and(eq(integrations.tenantId, account.tenantId), eq(integrations.slug, SLUG)))
    .orderBy(asc(integrations.seq))
    .limit(1);
  return row?.id;
}

async function ensureEndpoint(
  command: Command,
  integrationId: string,
  { url, inProcess }: SeededEndpoint,
): Promise<void> {
  const { tx, now, nextId } = command;
  if (await keepEndpointAt({ ...command, scope: account }, integrationId, url)) return;
  const id = await nextId('we');
  await tx.insert(webhookEndpoints).values({
    id,
    tenantId: account.tenantId,
    integrationId,
    url,
    eventTypes: documentEventTypes,
    retryPolicy: defaultRetryPolicy,
    paused: false,
    secret: firstSecret(command, id),
    inProcess,
    createdAt: now,
    updatedAt: now,
  });
}

/** Lists the endpoints of an integration, oldest first. */
async function listEndpoints(tx: Sql, integrationId: string): Promise<SandboxEndpoint[]> {
  const { id, url, secret } = webhookEndpoints;
  const rows = await tx
    .select({ id, url, secret })
    .from(webhookEndpoints)
    .where(
      and(eq(webhookEndpoints.integrationId, integrationId), isNull(webhookEndpoints.deletedAt)),
    )
    .orderBy(asc(webhookEndpoints.seq));
  return rows.map((row) => ({ ...row, integrationId }));
}
