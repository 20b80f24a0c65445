import { eq } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import ipaddr from 'ipaddr.js';
import { account } from '../capabilities/tenants/index.js';
import { loginSessions } from '../db/schema/login.js';
import type { Connection } from '../http/listen.js';
import { Problem } from '../http/problem.js';
import { isSameText } from '../kernel/identity.js';
import type { ServiceParts } from '../kernel/service-parts.js';
import { limits } from '../limits/limits.js';
import { type Address, networkCheck, parseNetwork } from '../outbound/network.js';
import { messagePage, serviceBrand } from '../pages/message-page.js';
import { readForm } from '../pages/read-form.js';
import { seeOther } from '../pages/visit.js';
import { deadLinkPage, loginProblemPage, signedInPage, signInPage } from './login-page.js';
import { checkOwnPage, keepReturnPath, ownPath, takeReturnPath } from './own-pages.js';
import type { SessionKeyStore } from './session-key.js';
import {
  actAsTenant,
  type FindSession,
  openSession,
  redeemLoginLink,
  type SessionCookie,
} from './sessions.js';

export interface LoginRoutes
  extends Pick<ServiceParts, 'sql' | 'runCommand' | 'onError' | 'onEvent'> {
  readonly publicUrl: string | undefined;
  /** Signs in, as links do. */
  readonly password: string | undefined;
  /** Lets the next start recognize the sessions of this one. `undefined` if each start has its own. */
  readonly sessionKey: SessionKeyStore | undefined;
  readonly cookie: SessionCookie;
  readonly find: FindSession;
  readonly findClient: FindClient;
}

/** The pages that sign in and out, and that let a session act as a tenant. */
export function serveLogin(login: LoginRoutes): Hono {
  const limit = guessLimit();
  const app = new Hono();
  app.get('/login', (c) => showLogin(c, login));
  app.post('/login', (c) => signIn(c, limit, login));
  app.post('/login/tenant', (c) => changeTenant(c, login));
  app.post('/logout', (c) => signOut(c, login));
  app.onError((error, c) => {
    if (error instanceof Problem) return loginProblemPage(c, error);
    login.onError(error);
    return messagePage(c, 500, serviceBrand, {
      title: 'The service has failed',
      text: 'Its log has the error.',
    });
  });
  return app;
}

async function showLogin(c: Context, login: LoginRoutes): Promise<Response> {
  const token = c.req.query('t');
  if (token !== undefined) return redeem(c, token, login);
  const to = ownPath(c.req.query('to'));
  if (await login.find(c.req.raw)) return seeOther(c, to);
  keepReturnPath(c, to);
  return signInPage(c, 200, { isOffered: login.password !== undefined, to });
}

async function redeem(
  c: Context,
  token: string,
  { runCommand, password, sessionKey, cookie, find, onEvent }: LoginRoutes,
): Promise<Response> {
  // Programs look at links before people open them.
  if (c.req.method !== 'GET') return c.body(null, 204);
  if (c.req.header('sec-purpose')?.startsWith('prefetch')) return c.text('Open the link.', 503);
  const session = await runCommand((command) => redeemLoginLink(command, token, sessionKey));
  if (session === undefined) {
    // Somebody who is signed in opens the link again.
    if (await find(c.req.raw)) return seeOther(c, takeReturnPath(c));
    onEvent({ event: 'login', by: 'link', outcome: 'refused' });
    return deadLinkPage(c, password !== undefined);
  }
  onEvent({ event: 'login', by: 'link', outcome: 'signed_in' });
  cookie.set(c, session);
  // On a redirect, browsers would leave the cookie out, because another site has requested the page.
  const to = takeReturnPath(c);
  return c.req.header('sec-fetch-site') === 'cross-site' ? signedInPage(c, to) : seeOther(c, to);
}

async function signIn(
  c: Context,
  limit: ReturnType<typeof guessLimit>,
  { runCommand, publicUrl, password, sessionKey, cookie, findClient, onEvent }: LoginRoutes,
): Promise<Response> {
  checkOwnPage(c.req.raw, publicUrl);
  if (password === undefined) {
    c.header('allow', 'GET, HEAD');
    return signInPage(c, 405, { isOffered: false, to: '/' });
  }
  const form = await readForm(c.req.raw);
  const sent = form.exactText('password');
  const to = ownPath(form.text('to'));
  const client = findClient(c);
  const seconds = limit.wait(client);
  if (seconds > 0) {
    onEvent({ event: 'login', by: 'password', outcome: 'rate_limited' });
    c.header('retry-after', String(seconds));
    const error = `Too many wrong passwords were sent. Try again in ${seconds} s.`;
    return signInPage(c, 429, { isOffered: true, to, error });
  }
  if (!isSameText(password, sent)) {
    limit.count(client);
    onEvent({ event: 'login', by: 'password', outcome: 'refused' });
    return signInPage(c, 403, { isOffered: true, to, error: 'The password is wrong.' });
  }
  cookie.set(c, await runCommand(({ tx }) => openSession(tx, account.tenantId, sessionKey)));
  onEvent({ event: 'login', by: 'password', outcome: 'signed_in' });
  return seeOther(c, to);
}

async function changeTenant(
  c: Context,
  { runCommand, publicUrl, find }: LoginRoutes,
): Promise<Response> {
  checkOwnPage(c.req.raw, publicUrl);
  const session = await find(c.req.raw);
  if (!session) return seeOther(c, '/login');
  const form = await readForm(c.req.raw);
  if (!isSameText(session.csrfToken, form.text('csrf'))) {
    return messagePage(c, 403, serviceBrand, {
      title: 'This page is out of date',
      text: 'Nothing was changed. Go back, reload the page, and try again.',
    });
  }
  const tenantId = form.text('tenantId');
  if (await runCommand((command) => actAsTenant(command, session, tenantId))) {
    return seeOther(c, '/');
  }
  return messagePage(c, 404, serviceBrand, {
    title: 'There is no such tenant',
    text: 'The account has none with this id, or it is closed. Nothing was changed.',
  });
}

async function signOut(
  c: Context,
  { runCommand, publicUrl, sessionKey, cookie, find }: LoginRoutes,
): Promise<Response> {
  checkOwnPage(c.req.raw, publicUrl);
  const session = await find(c.req.raw);
  if (session) {
    // First, so that nothing opens the session again.
    sessionKey?.remove();
    await runCommand(({ tx }) =>
      tx.delete(loginSessions).where(eq(loginSessions.hash, session.hash)),
    );
  }
  cookie.clear(c);
  return seeOther(c, '/login');
}

/** Identifies the client of a request: by its IPv4 address, or by its /64 of IPv6. */
export type FindClient = (c: Context<{ Bindings: Connection }>) => string;

/**
 * Takes the address of the connection. If it is a trusted proxy, takes an address from its `X-Forwarded-For`: each proxy appends the
 * address that it got the request from, so everything before the last address that is not a trusted proxy may be forged.
 *
 * @param trusted Networks in CIDR notation.
 * @throws TypeError for an entry that is not a network.
 */
export function clientFinder(trusted: readonly string[] = []): FindClient {
  const isProxy = networkCheck(
    trusted.map((entry) => {
      const network = parseNetwork(entry);
      if (network) return network;
      throw new TypeError(
        `trustProxy: "${entry}" is not a network such as 10.0.0.0/8 or fd00::/8.`,
      );
    }),
  );
  return ({ env: { peer = '' }, req }) => {
    let client = parseAddress(peer);
    // In process, there is no address.
    if (!client) return '';
    const forwarded = req.header('x-forwarded-for')?.split(',') ?? [];
    while (isProxy(client)) {
      const before = parseAddress(forwarded.pop() ?? '');
      // The proxy is the client, or does not say more.
      if (!before) break;
      client = before;
    }
    if (client.kind() === 'ipv4') return client.toString();
    return ipaddr.IPv6.networkAddressFromCIDR(`${client}/64`).toString();
  };
}

/** Parses an address, which a proxy may have written with its port. An IPv4-mapped one counts as its IPv4 address. */
function parseAddress(text: string): Address | undefined {
  const [, bracketed, withPort, bare = ''] =
    /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+|([^%]*)(?:%.*)?)$/.exec(text.trim()) ?? [];
  const address = bracketed ?? withPort ?? bare;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : undefined;
}

const { most: MOST } = limits.loginGuesses;
const WINDOW_MS = 60_000;

/** Allows ten wrong guesses of a client in any minute. @param now The time in milliseconds. */
export function guessLimit(now: () => number = () => performance.now()) {
  // The client whose last wrong guess is the oldest is the first.
  const wrongAt = new Map<string, readonly number[]>();
  return {
    /** Seconds until another guess of the client is allowed. 0 means now. */
    wait(client: string): number {
      const oldest = wrongAt.get(client)?.at(-MOST);
      if (oldest === undefined) return 0;
      return Math.max(0, Math.ceil((oldest + WINDOW_MS - now()) / 1000));
    },
    /** Counts a wrong guess. */
    count(client: string): void {
      const guesses = [...(wrongAt.get(client) ?? []), now()].slice(-MOST);
      wrongAt.delete(client);
      wrongAt.set(client, guesses);
      const [first = client] = wrongAt.keys();
      if (wrongAt.size > limits.loginClients.most) wrongAt.delete(first);
    },
  };
}
