import { and, eq, gt, inArray, lt, ne, sql as raw, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { account } from '../capabilities/tenants/index.js';
import { clock, tenants } from '../db/schema/index.js';
import { loginLinks, loginSessions } from '../db/schema/login.js';
import type { Sql } from '../db/sql.js';
import { NOW } from '../kernel/clock.js';
import type { Command } from '../kernel/command.js';
import { readTogether } from '../kernel/share-work.js';
import {
  csrfToken,
  hashToken,
  isToken,
  newToken,
  SESSION_SECONDS,
  type SessionCookie,
} from './tokens.js';

type Tenant = Pick<typeof tenants.$inferSelect, 'id' | 'name' | 'status' | 'partner'>;

/** A session of somebody who is signed in to the dashboard. */
interface LoginSession {
  /** The digest under which it is stored. */
  readonly hash: string;
  readonly csrfToken: string;
  /** The account that is signed in. */
  readonly account: Tenant;
  /** The tenant of the account that the session acts as. */
  readonly actingTenant: Tenant | null;
  /** The tenant that the requests of the session belong to: `actingTenant`, else `account`. */
  readonly tenant: Tenant;
  /** Virtual time. */
  readonly now: Date;
}

/** Signs in to an account. @returns the token of the session. */
export async function openSession(tx: Sql, tenantId: string): Promise<string> {
  const token = newToken();
  await tx.delete(loginSessions).where(lt(loginSessions.expiresAt, raw`clock_timestamp()`));
  await tx.insert(loginSessions).values({
    hash: hashToken(token),
    tenantId,
    actingTenantId: null,
    expiresAt: raw`clock_timestamp() + make_interval(secs => ${SESSION_SECONDS})`,
  });
  return token;
}

const acting = alias(tenants, 'acting');

/** Finds the session of a request's cookie. Undefined: there is no cookie, or its session has ended. */
export type FindSession = (request: Request) => Promise<LoginSession | undefined>;

export function sessionFinder(sql: Sql, cookie: SessionCookie): FindSession {
  const read = readTogether((hashes) => readSessions(sql, hashes));
  return async (request) => {
    const token = cookie.read(request);
    if (token === undefined || !isToken(token)) return undefined;
    const hash = hashToken(token);
    const found = await read(hash);
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

async function readSessions(sql: Sql, hashes: readonly string[]) {
  const found = await sql
    .select({
      hash: loginSessions.hash,
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
    .where(
      and(
        inArray(loginSessions.hash, [...hashes]),
        gt(loginSessions.expiresAt, raw`clock_timestamp()`),
      ),
    );
  return new Map(found.map((each) => [each.hash, each]));
}

/**
 * Lets a session act as a tenant that its account has provisioned, or as the account itself.
 *
 * @param tenantId As it was sent. Empty: the account itself.
 * @returns False: the account has no such tenant, or it is closed.
 */
export async function actAsTenant(
  { tx }: Command,
  { hash, account }: LoginSession,
  tenantId: string,
): Promise<boolean> {
  // The database refuses some texts, such as one with U+0000.
  if (!/^\w{0,100}$/.test(tenantId)) return false;
  if (tenantId !== '') {
    const [tenant] = await tx
      .select({ id: tenants.id })
      .from(tenants)
      .where(
        and(
          eq(tenants.id, tenantId),
          eq(tenants.partnerId, account.id),
          ne(tenants.status, 'closed'),
        ),
      );
    if (!tenant) return false;
  }
  await tx
    .update(loginSessions)
    .set({ actingTenantId: tenantId === '' ? null : tenantId })
    .where(eq(loginSessions.hash, hash));
  return true;
}

/** A link that signs in to the dashboard, once. */
interface LoginLink {
  readonly url: string;
  /** Wall time. */
  readonly expiresAt: Date;
}

/** Makes a link, which every process on the database takes. */
export async function createLoginLink({ tx, urls }: Command): Promise<LoginLink> {
  const token = newToken();
  await tx.delete(loginLinks).where(lt(loginLinks.expiresAt, sql`clock_timestamp()`));
  const [link] = await tx
    .insert(loginLinks)
    .values({
      hash: hashToken(token),
      tenantId: account.tenantId,
      expiresAt: sql`clock_timestamp() + interval '24 hours'`,
    })
    .returning({ expiresAt: loginLinks.expiresAt });
  if (!link) throw new Error('The database returned no row for an insert.');
  return { url: `${urls.origin}/login?t=${token}`, expiresAt: link.expiresAt };
}

/** Uses up a link. @returns the token of the new session. Undefined: the link is unknown, was used, or has expired. */
export async function redeemLoginLink({ tx }: Command, token: string): Promise<string | undefined> {
  if (!isToken(token)) return undefined;
  const [link] = await tx
    .delete(loginLinks)
    .where(
      and(eq(loginLinks.hash, hashToken(token)), gt(loginLinks.expiresAt, sql`clock_timestamp()`)),
    )
    .returning({ tenantId: loginLinks.tenantId });
  return link && openSession(tx, link.tenantId);
}
