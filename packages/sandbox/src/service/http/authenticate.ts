import { hashKey } from '../capabilities/keys/create-key.js';
import { keyFinder } from '../capabilities/keys/find-key.js';
import { isServing } from '../capabilities/tenants/states.js';
import type { tenants } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import type { CommitSignal } from '../kernel/commit-signal.js';
import type { Scope } from '../kernel/scope.js';
import type { KeyScope } from './key-scope.js';
import { Problem } from './problem.js';

/** Who calls: the holder of an API key, or the dashboard. */
export interface Principal {
  readonly kind: 'key' | 'session';
  /** Of the log. `dashboard`: it calls with its session. */
  readonly keyId: string;
  /** Whose Idempotency-Keys are told apart from those of others. */
  readonly idempotencyOwner: string;
  readonly keyScope: KeyScope;
  /** The origins whose pages may use the key. */
  readonly allowedOrigins: readonly string[];
  readonly scope: Scope;
  /** Virtual time of the request. */
  readonly now: Date;
  /** The tenant of the key, or the one that the session acts as. */
  readonly tenant: Pick<typeof tenants.$inferSelect, 'status' | 'partner'>;
}

/** Tells who calls. A key comes before a session. @throws Problem 401 or 403 when neither is valid. */
export type Authenticate = (request: Request) => Promise<Principal>;

/** Whom a session of the dashboard acts as. */
interface SignedIn {
  readonly tenant: Pick<typeof tenants.$inferSelect, 'id' | 'status' | 'partner'>;
  /** Virtual time. */
  readonly now: Date;
}

/** Tells who is signed in. Undefined: the request has no cookie. @throws Problem 401 or 403 when it does not count. */
export type AuthenticateSession = (request: Request) => Promise<SignedIn | undefined>;

/** @param commits Of every change in the database. Undefined: other processes change it too. */
export function authenticator(
  sql: Sql,
  commits: CommitSignal | undefined,
  authenticateSession: AuthenticateSession,
): Authenticate {
  const authenticateKey = keyAuthenticator(sql, commits);
  return async (request) => {
    const authorization = request.headers.get('authorization');
    const session = authorization === null ? await authenticateSession(request) : undefined;
    return session ? sessionPrincipal(session) : authenticateKey(authorization);
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

function keyAuthenticator(
  sql: Sql,
  commits: CommitSignal | undefined,
): (authorization: string | null) => Promise<Principal> {
  const find = keyFinder(sql, commits);
  return async (authorization) => {
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
  };
}

/** @throws Problem 403 when the service does not work for the tenant of the caller. */
export function checkTenant({ tenant }: Principal): void {
  if (isServing(tenant)) return;
  throw new Problem('tenant_suspended', 'The tenant of the caller is suspended.');
}

function unauthorized(
  code: 'api_key_missing' | 'api_key_invalid' | 'api_key_revoked',
  detail: string,
): Problem {
  return new Problem(code, detail, {}, { 'www-authenticate': 'Bearer' });
}
