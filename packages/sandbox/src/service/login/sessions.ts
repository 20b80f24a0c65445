import { createHash, createHmac } from 'node:crypto';
import { and, eq, gt, inArray, lt, ne, sql as raw } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { account } from '../capabilities/tenants/index.js';
import { clock, tenants } from '../db/schema/index.js';
import { loginLinks, loginSessions } from '../db/schema/login.js';
import type { Sql } from '../db/sql.js';
import { NOW } from '../kernel/clock.js';
import type { Command } from '../kernel/command.js';
import { randomText } from '../kernel/identity.js';
import { only } from '../kernel/lists.js';
import { readTogether } from '../kernel/share-work.js';
import {
  isSignedForm,
  isSignedToken,
  SESSION_SECONDS,
  type SessionKeyStore,
  signToken,
} from './session-key.js';

/** Makes a secret of a link or of a session, which nobody can guess. Only its digest is stored. */
function newToken(): string {
  return randomText(43, 'base62');
}

function isToken(text: string): boolean {
  return /^[0-9A-Za-z]{43}$/.test(text);
}

/** The digest under which a token is stored. A token is random, so a fast hash suffices. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The text that a page of a session sends along with its changes, and no other page knows. It is bound to one tenant: a page that
 * was opened before the session acted as another tenant cannot change what it does not show.
 *
 * @param actingTenantId The tenant that the session acts as. `null` for the account itself.
 */
export function csrfToken(sessionToken: string, actingTenantId: string | null): string {
  return createHmac('sha256', sessionToken)
    .update(`csrf:${actingTenantId ?? ''}`)
    .digest('base64url');
}

/** The cookie that holds the token of a session. */
export type SessionCookie = ReturnType<typeof sessionCookie>;

/** @param publicUrl The address that others use. */
export function sessionCookie(publicUrl: string | undefined) {
  const open = publicUrl === undefined ? undefined : new URL(publicUrl);
  const attributes = {
    path: '/',
    httpOnly: true,
    sameSite: 'Strict',
    secure: open?.protocol === 'https:',
  } as const;
  // A browser takes a cookie with this prefix only from this host, not from a page of a neighboring name.
  const prefix = attributes.secure ? '__Host-' : '';
  const cookieName = ({ url }: Request): string =>
    `${prefix}screening_session_${visiblePort(new URL(url), open)}`;
  return {
    /** The token in a request. `undefined` if it has none. */
    read(request: Request): string | undefined {
      const name = cookieName(request);
      return parse(request.headers.get('cookie') ?? '', name)[name] || undefined;
    },
    set: (c: Context, token: string) =>
      setCookie(c, cookieName(c.req.raw), token, { ...attributes, maxAge: SESSION_SECONDS }),
    clear: (c: Context) => void deleteCookie(c, cookieName(c.req.raw), attributes),
  };
}

/**
 * The port that the browser sees. All ports of a host share their cookies, so each needs a name of its own. Behind a proxy with TLS
 * the service sees plain HTTP.
 */
function visiblePort({ port, hostname }: URL, open: URL | undefined): string {
  if (port !== '') return port;
  return open?.protocol === 'https:' && hostname === open.hostname ? '443' : '80';
}

/**
 * Signs in to an account.
 *
 * @param sessionKey Signs the token, so that the next start of the service knows it.
 * @returns the token of the session.
 */
export async function openSession(
  tx: Sql,
  tenantId: string,
  sessionKey: SessionKeyStore | undefined,
): Promise<string> {
  const key = sessionKey?.ensure();
  const token = key ? signToken(newToken(), tenantId, key) : newToken();
  await tx.delete(loginSessions).where(lt(loginSessions.expiresAt, raw`clock_timestamp()`));
  await tx.insert(loginSessions).values({
    hash: hashToken(token),
    tenantId,
    actingTenantId: null,
    expiresAt: raw`clock_timestamp() + make_interval(secs => ${SESSION_SECONDS})`,
  });
  return token;
}

/**
 * Reopens a session of the start before this one, as the account. Its token stays, and so does everything that derives from it.
 *
 * @returns false if the key does not vouch for the token.
 */
export async function reopenSession(
  { tx }: Command,
  token: string,
  sessionKey: SessionKeyStore,
): Promise<boolean> {
  // Within the transaction: a logout removes the key before it ends its session, so a session that is opened here is ended there.
  const key = sessionKey.read();
  if (!key || !isSignedToken(token, account.tenantId, key)) return false;
  const { expiresAt } = key;
  const session = { hash: hashToken(token), tenantId: account.tenantId, expiresAt };
  await tx.insert(loginSessions).values(session).onConflictDoNothing();
  return true;
}

const acting = alias(tenants, 'acting');

/** Finds the session of a request's cookie. `undefined` if there is no cookie, or its session has ended. */
export type FindSession = ReturnType<typeof sessionFinder>;

type LoginSession = NonNullable<Awaited<ReturnType<FindSession>>>;

/** @param reopen Reopens the session of a token that is not stored. Resolves with false if the token does not count. */
export function sessionFinder(
  sql: Sql,
  cookie: SessionCookie,
  reopen: (token: string) => Promise<boolean>,
) {
  const read = readTogether((hashes) => readSessions(sql, hashes));
  return async (request: Request) => {
    const token = cookie.read(request);
    if (token === undefined || !(isToken(token) || isSignedForm(token))) return undefined;
    const hash = hashToken(token);
    const found = (await read(hash)) ?? ((await reopen(token)) ? await read(hash) : undefined);
    if (!found) return undefined;
    const { account, actingTenant, now } = found;
    return {
      /** The digest under which it is stored. */
      hash,
      csrfToken: csrfToken(token, actingTenant?.id ?? null),
      /** The account that is signed in. */
      account,
      /** The tenant of the account that the session acts as. */
      actingTenant,
      /** The tenant that the requests of the session belong to. */
      tenant: actingTenant ?? account,
      /** Virtual time. */
      now: new Date(now),
    };
  };
}

async function readSessions(sql: Sql, hashes: readonly string[]) {
  const found = await sql
    .select({
      hash: loginSessions.hash,
      account: knownColumns(tenants),
      actingTenant: knownColumns(acting),
      now: raw`floor(extract(epoch from ${raw.raw(NOW)}) * 1000)`.mapWith(Number),
    })
    .from(loginSessions)
    .innerJoin(tenants, eq(tenants.id, loginSessions.tenantId))
    // The session no longer acts as a tenant that was closed, or that a reset has removed.
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

type Known = 'id' | 'name' | 'status' | 'partner';

function knownColumns<Table extends Record<Known, PgColumn>>(table: Table): Pick<Table, Known> {
  return { id: table.id, name: table.name, status: table.status, partner: table.partner };
}

/**
 * Lets a session act as a tenant that its account has provisioned, or as the account itself.
 *
 * @param tenantId As it was sent. Empty for the account itself.
 * @returns false if the account has no such tenant, or it is closed.
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

/** Makes a link, which every process on the database accepts. It expires in wall time. */
export async function createLoginLink({ tx, urls }: Command) {
  const token = newToken();
  await tx.delete(loginLinks).where(lt(loginLinks.expiresAt, raw`clock_timestamp()`));
  const links = await tx
    .insert(loginLinks)
    .values({
      hash: hashToken(token),
      tenantId: account.tenantId,
      expiresAt: raw`clock_timestamp() + interval '24 hours'`,
    })
    .returning({ expiresAt: loginLinks.expiresAt });
  return { url: `${urls.origin}/login?t=${token}`, ...only(links) };
}

/** Uses up a link. @returns the token of the new session. `undefined` if the link is unknown, was used, or has expired. */
export async function redeemLoginLink(
  { tx }: Command,
  token: string,
  sessionKey: SessionKeyStore | undefined,
): Promise<string | undefined> {
  if (!isToken(token)) return undefined;
  const [link] = await tx
    .delete(loginLinks)
    .where(
      and(eq(loginLinks.hash, hashToken(token)), gt(loginLinks.expiresAt, raw`clock_timestamp()`)),
    )
    .returning({ tenantId: loginLinks.tenantId });
  return link && openSession(tx, link.tenantId, sessionKey);
}
