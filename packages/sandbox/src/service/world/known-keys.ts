import { and, asc, eq, isNull } from 'drizzle-orm';
import { hashKey, storeKey } from '../capabilities/keys/index.js';
import { account } from '../capabilities/tenants/index.js';
import type { ServiceKeys } from '../config/service-description.js';
import { apiKeys } from '../db/schema/index.js';
import { type KeyScope, keyPrefixes } from '../http/key-scope.js';
import type { Command } from '../kernel/command.js';

/** The first keys of a service, if they can be derived anew. Only their digests are stored. */
export async function knownKeys(command: Command): Promise<ServiceKeys> {
  return {
    full: await knownKey(command, 'full_access'),
    candidate: await knownKey(command, 'candidate_create'),
  };
}

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

/** Accepts a full-access key that was chosen by hand. False: it was revoked, and stays so. */
export async function acceptKey(command: Command, key: string): Promise<boolean> {
  const { tx } = command;
  const [present] = await tx
    .select({ revokedAt: apiKeys.revokedAt })
    .from(apiKeys)
    .where(eq(apiKeys.hash, hashKey(key)));
  if (present) return present.revokedAt === null;
  const label = 'From the environment';
  const id = await command.nextId('key');
  await storeKey(command, account, { id, key, scope: 'full_access', label, allowedOrigins: [] });
  return true;
}
