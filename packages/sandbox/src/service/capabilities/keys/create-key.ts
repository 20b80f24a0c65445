import { createHash } from 'node:crypto';
import { type KeyScope, keyPrefixes } from '../../http/principal.js';
import type { Command } from '../../kernel/command.js';
import type { Scope } from '../../kernel/scope.js';
import { addKeyId } from '../integrations/index.js';
import { type KeyRow, keyRecords } from './records.js';

interface NewKey {
  readonly scope: KeyScope;
  readonly label: string;
  readonly allowedOrigins: readonly string[];
}

/** Stores a new key of a tenant, or of one of its integrations. Its secret is returned, and not stored. */
export async function createKey(
  command: Command,
  owner: Scope,
  { scope, label, allowedOrigins }: NewKey,
): Promise<{ readonly row: KeyRow; readonly key: string }> {
  const id = await command.nextId('key');
  const key = command.secretFor(keyPrefixes[scope], id);
  const row = await storeKey(command, owner, { id, key, scope, label, allowedOrigins });
  return { row, key };
}

/** Stores the digest of a key. */
export async function storeKey(
  command: Command,
  owner: Scope,
  { id, key, scope, label, allowedOrigins }: NewKey & { readonly id: string; readonly key: string },
): Promise<KeyRow> {
  const { integrationId } = owner;
  if (integrationId !== null) await addKeyId(command.tx, integrationId, id);
  return keyRecords.insert(
    { ...command, scope: owner },
    {
      id,
      integrationId,
      scope,
      label,
      hash: hashKey(key),
      prefix: keyPrefixes[scope],
      last4: key.slice(-4),
      allowedOrigins: [...new Set(allowedOrigins)],
    },
  );
}

/** The key's digest, under which it is stored. A key is random, so a fast hash suffices. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
