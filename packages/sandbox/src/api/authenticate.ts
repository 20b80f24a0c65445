import { eq } from 'drizzle-orm';
import { hashKey } from '../keys/create-key.js';
import type { KeyScope } from '../keys/key-scope.js';
import { apiKeys } from '../store/schema/index.js';
import type { Scope } from '../store/scope.js';
import type { Sql } from '../store/sql.js';
import { Problem } from './problem.js';

/** Who calls: the holder of an API key. */
export interface Principal {
  readonly keyId: string;
  readonly keyScope: KeyScope;
  /** The origins whose pages may use the key. */
  readonly allowedOrigins: readonly string[];
  readonly scope: Scope;
}

/** @throws Problem 401 when no valid key is given. */
export async function authenticate(sql: Sql, authorization: string | null): Promise<Principal> {
  const [, key] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (key === undefined) {
    throw unauthorized('api_key_missing', 'Send an API key: Authorization: Bearer <API_KEY>.');
  }
  const [row] = await sql
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.hash, hashKey(key)));
  if (!row) throw unauthorized('api_key_invalid', 'This API key does not exist.');
  if (row.revokedAt) throw unauthorized('api_key_revoked', 'This API key was revoked.');
  return {
    keyId: row.id,
    keyScope: row.scope,
    allowedOrigins: row.allowedOrigins,
    scope: { tenantId: row.tenantId, integrationId: row.integrationId },
  };
}

function unauthorized(
  code: 'api_key_missing' | 'api_key_invalid' | 'api_key_revoked',
  detail: string,
): Problem {
  return new Problem(code, detail, {}, { 'www-authenticate': 'Bearer' });
}
