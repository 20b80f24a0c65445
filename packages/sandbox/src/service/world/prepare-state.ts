import { sql } from 'drizzle-orm';
import { selectDefaultIntegration } from '../capabilities/integrations/index.js';
import { ensureRetention } from '../capabilities/retention/index.js';
import { account } from '../capabilities/tenants/index.js';
import type { ServiceConfig } from '../config/service-config.js';
import type { ServiceDescription } from '../config/service-description.js';
import { SEEDED, saveSnapshot } from '../db/snapshot.js';
import type { Command } from '../kernel/command.js';
import { makeDemoWorld } from './demo/demo-world.js';
import type { Capabilities } from './demo/past-calls.js';
import {
  ensureEndpoint,
  findDemoIntegration,
  listEndpoints,
  type SeededEndpoint,
} from './demo-integration.js';
import { acceptKey, knownKeys } from './known-keys.js';
import { makeFirstState } from './make-first-state.js';
import { SETUP_LOCK } from './open-instance.js';

/** The means to use a service. */
type Access = Pick<ServiceDescription, 'keys' | 'integrationId' | 'endpoints'>;

/**
 * Gives a new service its first state, to which a reset goes back. One that is there gets what the options ask for.
 *
 * @param endpoint The endpoint of the default integration. Undefined: none is asked for.
 * @param capabilities What makes the first state, if it is a demo.
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
  const keys = isNew ? await makeFirstState(command) : await knownKeys(command);
  if (isNew && world === 'demo') await makeDemoWorld(command, account, capabilities);
  const [preset] = await selectDefaultIntegration(tx, account);
  // Where all are archived, the demo integration is still the one that is named.
  const integrationId = preset?.id ?? (await findDemoIntegration(tx));
  if (integrationId === undefined) throw new Error('The service has no demo integration.');
  if (endpoint) await ensureEndpoint(command, integrationId, endpoint);
  const isAccepted = apiKey !== undefined && (await acceptKey(command, apiKey));
  // Before the snapshot, so that it goes on after a reset.
  if (retainMs !== undefined) await ensureRetention(command);
  if (isNew) await saveSnapshot(tx, SEEDED, { savedAt: now.toISOString(), requests: 0 });
  // The team knows the one that it has chosen. The first one may be lost.
  const known = { ...keys, full: isAccepted ? apiKey : keys.full };
  return { keys: known, integrationId, endpoints: await listEndpoints(tx, integrationId) };
}
