import { createHash } from 'node:crypto';
import type { Changes } from '../../db/changes.js';
import type { Sql } from '../../db/sql.js';
import {
  type Authenticate,
  type AuthenticateSession,
  type KeyScope,
  keyPrefixes,
  type Principal,
  type SignedIn,
} from '../../http/principal.js';
import { Problem } from '../../http/problem.js';
import type { Command, Scope } from '../../kernel/command.js';
import { readTogether } from '../../kernel/share-work.js';
import { limits } from '../../limits/limits.js';
import { addKeyId } from '../integrations/index.js';
import { type KeyRow, keyRecords, readKeys } from './records.js';

/** @param changes `undefined` if other processes change keys and tenants too. */
export function authenticator(
  sql: Sql,
  changes: Changes | undefined,
  authenticateSession: AuthenticateSession,
): Authenticate {
  const find = keyFinder(sql, changes);
  return async (request) => {
    const authorization = request.headers.get('authorization');
    const session = authorization === null ? await authenticateSession(request) : undefined;
    return session ? sessionPrincipal(session) : keyPrincipal(find, authorization);
  };
}

function sessionPrincipal({ tenant, now }: SignedIn): Principal {
  return {
    kind: 'session',
    keyId: 'dashboard',
    idempotencyOwner: `dashboard ${tenant.id}`,
    keyScope: 'full_access',
    allowedOrigins: [],
    scope: { tenantId: tenant.id, integrationId: null },
    now,
    tenant,
  };
}

async function keyPrincipal(
  find: ReturnType<typeof keyFinder>,
  authorization: string | null,
): Promise<Principal> {
  const [, key] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (key === undefined) {
    throw unauthorized('api_key_missing', 'Send an API key: Authorization: Bearer <API_KEY>.');
  }
  const found = await find(hashKey(key));
  if (!found) throw unauthorized('api_key_invalid', 'This API key does not exist.');
  const { row, tenant, now } = found;
  // A key may have been created while its tenant was being closed.
  if (row.revokedAt || tenant.status === 'closed') {
    throw unauthorized('api_key_revoked', 'This API key was revoked.');
  }
  return {
    kind: 'key',
    keyId: row.id,
    idempotencyOwner: row.id,
    keyScope: row.scope,
    allowedOrigins: row.allowedOrigins,
    scope: { tenantId: row.tenantId, integrationId: row.integrationId },
    now,
    tenant,
  };
}

function unauthorized(
  code: 'api_key_missing' | 'api_key_invalid' | 'api_key_revoked',
  detail: string,
): Problem {
  return new Problem(code, detail, {}, { 'www-authenticate': 'Bearer' });
}

type FoundKey = NonNullable<ReturnType<Awaited<ReturnType<typeof readKeys>>['get']>>;

interface KnownKey extends FoundKey {
  /** In milliseconds of the monotonic clock of this process. */
  readonly readAt: number;
}

const { most: MOST_KNOWN } = limits.knownKeys;
// Short, because `now` is extrapolated from the reading, and the system clock may be set.
const KNOWN_FOR_MS = 1000;

/**
 * Finds keys with their tenants and the time, with one query for all keys that are requested at a time. Remembers a key for a
 * second, or until something changes, because the change may have revoked it.
 *
 * @param changes `undefined` if other processes change the tables too, so that nothing is remembered.
 * @returns a function that finds the key with a hash.
 */
function keyFinder(sql: Sql, changes: Changes | undefined) {
  const read = readTogether((hashes) => readKeys(sql, hashes));
  const known = new Map<string, KnownKey>();
  let knownAt: number | undefined;
  return async (hash: string): Promise<FoundKey | undefined> => {
    const count = changes?.count;
    if (count !== knownAt || known.size > MOST_KNOWN) known.clear();
    knownAt = count;
    const remembered = known.get(hash);
    if (remembered && performance.now() - remembered.readAt < KNOWN_FOR_MS)
      return { ...remembered, now: timeNow(remembered) };
    const found = await read(hash);
    // The key may have changed meanwhile.
    if (found && count !== undefined && count === changes?.count) {
      known.set(hash, { ...found, readAt: performance.now() });
    }
    return found;
  };
}

function timeNow({ frozen, now, readAt }: KnownKey): Date {
  return frozen ? now : new Date(Math.floor(now.getTime() + performance.now() - readAt));
}

interface NewKey {
  readonly scope: KeyScope;
  readonly label: string;
  readonly allowedOrigins: readonly string[];
}

/** Stores a new key of a tenant, or of one of its integrations. The secret is returned, not stored. */
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

/** The digest under which a key is stored. Keys are random, so a fast hash suffices. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
