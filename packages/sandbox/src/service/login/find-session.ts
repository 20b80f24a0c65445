import { and, eq, gt, ne, sql as raw } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { clock, tenants } from '../db/schema/index.js';
import { loginSessions } from '../db/schema/login.js';
import type { Sql } from '../db/sql.js';
import { NOW } from '../kernel/clock.js';
import { csrfToken } from './csrf-token.js';
import type { SessionCookie } from './session-cookie.js';
import { hashToken, isToken } from './token.js';

type Tenant = Pick<typeof tenants.$inferSelect, 'id' | 'name' | 'status' | 'partner'>;

/** Who is signed in to the dashboard. */
export interface LoginSession {
  /** Under which it is stored. */
  readonly hash: string;
  readonly csrfToken: string;
  /** The account that is signed in. */
  readonly account: Tenant;
  /** The tenant of the account that it acts as. */
  readonly actingTenant: Tenant | null;
  /** Whom its requests are of: the acting tenant, or the account. */
  readonly tenant: Tenant;
  /** Virtual time. */
  readonly now: Date;
}

/** Finds the session of a request's cookie. Undefined: there is no cookie, or its session has ended. */
export type FindSession = (request: Request) => Promise<LoginSession | undefined>;

export function sessionFinder(sql: Sql, cookie: SessionCookie): FindSession {
  return async (request) => {
    const token = cookie.read(request);
    if (token === undefined || !isToken(token)) return undefined;
    const hash = hashToken(token);
    const found = await readSession(sql, hash);
    if (!found) return undefined;
    const { account, actingTenant, now } = found;
    return {
      hash,
      csrfToken: csrfToken(token, actingTenant?.id ?? null),
      account,
      actingTenant,
      tenant: actingTenant ?? account,
      now: new Date(now),
    };
  };
}

const acting = alias(tenants, 'acting');

async function readSession(sql: Sql, hash: string) {
  const [found] = await sql
    .select({
      account: {
        id: tenants.id,
        name: tenants.name,
        status: tenants.status,
        partner: tenants.partner,
      },
      actingTenant: {
        id: acting.id,
        name: acting.name,
        status: acting.status,
        partner: acting.partner,
      },
      now: raw`floor(extract(epoch from ${raw.raw(NOW)}) * 1000)`.mapWith(Number),
    })
    .from(loginSessions)
    .innerJoin(tenants, eq(tenants.id, loginSessions.tenantId))
    // One that was closed, or that a reset has removed, is acted as no longer.
    .leftJoin(
      acting,
      and(
        eq(acting.id, loginSessions.actingTenantId),
        eq(acting.partnerId, loginSessions.tenantId),
        ne(acting.status, 'closed'),
      ),
    )
    .crossJoin(clock)
    .where(and(eq(loginSessions.hash, hash), gt(loginSessions.expiresAt, raw`clock_timestamp()`)));
  return found;
}
