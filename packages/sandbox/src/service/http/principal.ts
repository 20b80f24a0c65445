import type { tenants } from '../db/schema/index.js';
import type { Scope } from '../kernel/command.js';
import { Problem } from './problem.js';

/** The caller: the holder of an API key, or the dashboard. */
export interface Principal {
  readonly kind: 'key' | 'session';
  /** The id of the key in the log, or `dashboard` for a session. */
  readonly keyId: string;
  /** Idempotency-Keys are unique per owner. */
  readonly idempotencyOwner: string;
  readonly keyScope: KeyScope;
  /** The origins whose pages may use the key. */
  readonly allowedOrigins: readonly string[];
  readonly scope: Scope;
  readonly now: Date;
  /** The tenant of the key, or the one that the session acts as. */
  readonly tenant: Pick<typeof tenants.$inferSelect, 'status' | 'partner'>;
}

/**
 * The header of each answer to a session that names the tenant whose data it has. A page that was opened before the session acted as
 * another tenant must not show it under its own name.
 */
export const ANSWERED_FOR = 'x-answered-for';

/** Identifies the caller. A key comes before a session. @throws Problem 401 or 403 when neither is valid. */
export type Authenticate = (request: Request) => Promise<Principal>;

export interface SignedIn {
  readonly tenant: Pick<typeof tenants.$inferSelect, 'id' | 'status' | 'partner'>;
  /** Virtual time. */
  readonly now: Date;
}

/** Identifies who is signed in. `undefined` if the request has no cookie. @throws Problem 401 or 403 for an invalid session. */
export type AuthenticateSession = (request: Request) => Promise<SignedIn | undefined>;

/** @throws Problem 403 when the tenant of the caller is not active. */
export function checkTenant({ tenant }: Principal): void {
  if (tenant.status === 'active') return;
  throw new Problem('tenant_suspended', 'The tenant of the caller is suspended.');
}

/** The rights that a key can have (spec section 5). The specification does not show the names. */
export const keyScopes = ['full_access', 'candidate_create'] as const;

export type KeyScope = (typeof keyScopes)[number];

/** The first letters of the keys of each scope. */
export const keyPrefixes: Readonly<Record<KeyScope, string>> = {
  full_access: 'bss_full_',
  candidate_create: 'bss_cand_',
};
