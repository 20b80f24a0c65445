import { createKey } from '../capabilities/keys/index.js';
import { account } from '../capabilities/tenants/index.js';
import type { ServiceKeys } from '../config/service-description.js';
import { documentConfigs, verificationSources } from '../db/schema/index.js';
import type { Command } from '../kernel/command.js';
import { configs, sources } from './catalog.js';
import { createDemoIntegration } from './demo-integration.js';
import { makeAccount } from './make-account.js';

/** Makes the first state of a service: the account, the catalogs, the demo integration and two keys. */
export async function makeFirstState(command: Command): Promise<ServiceKeys> {
  const { tx } = command;
  await makeAccount(command);
  await tx.insert(verificationSources).values([...sources]);
  await tx.insert(documentConfigs).values([...configs]);
  await createDemoIntegration(command);
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
  return { full: full.key, candidate: candidate.key };
}
