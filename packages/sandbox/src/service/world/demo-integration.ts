import { and, asc, eq, isNull } from 'drizzle-orm';
import { createIntegration } from '../capabilities/integrations/index.js';
import { account } from '../capabilities/tenants/index.js';
import {
  defaultRetryPolicy,
  documentEventTypes,
  firstSecret,
} from '../capabilities/webhooks/index.js';
import type { SandboxEndpoint, ServiceConfig } from '../config/service-config.js';
import { integrations, webhookEndpoints } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import type { Command } from '../kernel/command.js';
import { type AddressPolicy, checkUrl } from '../outbound/guard.js';

const SLUG = 'demo-integration';
const IN_PROCESS_URL = 'http://receiver.localhost/webhooks/screening';

export interface SeededEndpoint {
  readonly url: string;
  /** Deliveries go to the function that started the service. */
  readonly inProcess: boolean;
}

/**
 * Returns the endpoint that a new service has.
 *
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

export async function createDemoIntegration(command: Command): Promise<void> {
  const { slug } = await createIntegration({ ...command, scope: account }, 'Demo integration');
  if (slug !== SLUG) throw new Error(`The demo integration has the slug ${slug}.`);
}

export async function findDemoIntegration(tx: Sql): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: integrations.id })
    .from(integrations)
    .where(and(eq(integrations.tenantId, account.tenantId), eq(integrations.slug, SLUG)))
    .orderBy(asc(integrations.seq))
    .limit(1);
  return row?.id;
}

/** Gives an integration an endpoint with this URL, unless it has one. */
export async function ensureEndpoint(
  command: Command,
  integrationId: string,
  { url, inProcess }: SeededEndpoint,
): Promise<void> {
  const { tx, now, nextId } = command;
  const present = await listEndpoints(tx, integrationId);
  if (present.some((endpoint) => endpoint.url === url)) return;
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
export async function listEndpoints(tx: Sql, integrationId: string): Promise<SandboxEndpoint[]> {
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
