import { eq } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { account } from '../capabilities/tenants/index.js';
import type { OnEvent } from '../config/service-event.js';
import { loginSessions } from '../db/schema/login.js';
import { Problem } from '../http/problem.js';
import type { RunCommand } from '../kernel/command.js';
import { messagePage, serviceBrand } from '../pages/message-page.js';
import { readForm } from '../pages/read-form.js';
import { seeOther } from '../pages/visit.js';
import { type FindClient, type GuessLimit, guessLimit } from './find-client.js';
import { redeemLoginLink } from './login-links.js';
import { deadLinkPage, loginProblemPage, signedInPage, signInPage } from './login-page.js';
import { checkOwnPage, keepReturnPath, ownPath, takeReturnPath } from './own-pages.js';
import { actAsTenant, type FindSession, openSession } from './sessions.js';
import { isSameText, type SessionCookie } from './tokens.js';

export interface LoginRoutes {
  readonly runCommand: RunCommand;
  /** The address that others use. */
  readonly publicUrl: string | undefined;
  /** Signs in besides the links. */
  readonly password: string | undefined;
  readonly cookie: SessionCookie;
  readonly find: FindSession;
  readonly findClient: FindClient;
  readonly onError: (error: unknown) => void;
  readonly onEvent: OnEvent;
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
  { runCommand, password, cookie, find, onEvent }: LoginRoutes,
): Promise<Response> {
  // Programs look at links before people open them.
  if (c.req.method !== 'GET') return c.body(null, 204);
  if (c.req.header('sec-purpose')?.startsWith('prefetch')) return c.text('Open the link.', 503);
  const session = await runCommand((command) => redeemLoginLink(command, token));
  if (session === undefined) {
    // Somebody who is signed in opens the link again.
    if (await find(c.req.raw)) return seeOther(c, takeReturnPath(c));
    onEvent({ event: 'login', by: 'link', outcome: 'refused' });
    return deadLinkPage(c, password !== undefined);
  }
  onEvent({ event: 'login', by: 'link', outcome: 'signed_in' });
  cookie.set(c, session);
  // For a redirect, browsers would leave the cookie out: another site has asked for the page.
  const to = takeReturnPath(c);
  return c.req.header('sec-fetch-site') === 'cross-site' ? signedInPage(c, to) : seeOther(c, to);
}

async function signIn(
  c: Context,
  limit: GuessLimit,
  { runCommand, publicUrl, password, cookie, findClient, onEvent }: LoginRoutes,
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
  cookie.set(c, await runCommand(({ tx }) => openSession(tx, account.tenantId)));
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
  { runCommand, publicUrl, cookie, find }: LoginRoutes,
): Promise<Response> {
  checkOwnPage(c.req.raw, publicUrl);
  const session = await find(c.req.raw);
  if (session) {
    await runCommand(({ tx }) =>
      tx.delete(loginSessions).where(eq(loginSessions.hash, session.hash)),
    );
  }
  cookie.clear(c);
  return seeOther(c, '/login');
}
