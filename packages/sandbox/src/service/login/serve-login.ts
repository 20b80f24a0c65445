import { eq } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { account } from '../capabilities/tenants/index.js';
import { loginSessions } from '../db/schema/login.js';
import { Problem } from '../http/problem.js';
import type { RunCommand } from '../kernel/command.js';
import { readForm } from '../pages/read-form.js';
import { actAsTenant } from './act-as-tenant.js';
import { checkOwnPage } from './check-own-page.js';
import type { FindSession } from './find-session.js';
import { type GuessLimit, guessLimit } from './guess-limit.js';
import { isSameText } from './is-same-text.js';
import { loginMessage, loginProblemPage, signInPage } from './login-page.js';
import { openSession } from './open-session.js';
import { redirect } from './redirect.js';
import type { SessionCookie } from './session-cookie.js';
import { visitLink } from './visit-link.js';

interface LoginRoutes {
  readonly runCommand: RunCommand;
  readonly publicUrl: string | undefined;
  readonly password: string | undefined;
  readonly cookie: SessionCookie;
  readonly find: FindSession;
  readonly onError: (error: unknown) => void;
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
    return loginMessage(c, 500, {
      title: 'The service has failed',
      text: 'Its log has the error.',
    });
  });
  return app;
}

async function showLogin(c: Context, login: LoginRoutes): Promise<Response> {
  const token = c.req.query('t');
  if (token !== undefined) return visitLink(c, token, login);
  if (await login.find(c.req.raw)) return redirect(c, '/');
  return signInPage(c, 200, { isOffered: login.password !== undefined });
}

async function signIn(
  c: Context,
  limit: GuessLimit,
  { runCommand, publicUrl, password, cookie }: LoginRoutes,
): Promise<Response> {
  checkOwnPage(c.req.raw, publicUrl);
  if (password === undefined) {
    c.header('allow', 'GET, HEAD');
    return signInPage(c, 405, { isOffered: false });
  }
  const sent = (await readForm(c.req.raw)).exactText('password');
  const seconds = limit.wait();
  if (seconds > 0) {
    c.header('retry-after', String(seconds));
    const error = `Too many wrong passwords were sent. Try again in ${seconds} s.`;
    return signInPage(c, 429, { isOffered: true, error });
  }
  if (!isSameText(password, sent)) {
    limit.count();
    return signInPage(c, 403, { isOffered: true, error: 'The password is wrong.' });
  }
  cookie.set(c, await runCommand(({ tx }) => openSession(tx, account.tenantId)));
  return redirect(c, '/');
}

async function changeTenant(
  c: Context,
  { runCommand, publicUrl, find }: LoginRoutes,
): Promise<Response> {
  checkOwnPage(c.req.raw, publicUrl);
  const session = await find(c.req.raw);
  if (!session) return redirect(c, '/login');
  const form = await readForm(c.req.raw);
  if (!isSameText(session.csrfToken, form.text('csrf'))) {
    return loginMessage(c, 403, {
      title: 'This page is out of date',
      text: 'Nothing was changed. Go back, reload the page, and try again.',
    });
  }
  const tenantId = form.text('tenantId');
  if (await runCommand((command) => actAsTenant(command, session, tenantId))) {
    return redirect(c, '/');
  }
  return loginMessage(c, 404, {
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
  return redirect(c, '/login');
}
