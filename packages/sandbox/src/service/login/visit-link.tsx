import type { Context } from 'hono';
import type { RunCommand } from '../kernel/command.js';
import type { FindSession } from './find-session.js';
import { redeemLoginLink } from './login-links.js';
import { deadLinkPage, loginMessage } from './login-page.js';
import { redirect } from './redirect.js';
import type { SessionCookie } from './session-cookie.js';

interface LinkVisit {
  readonly runCommand: RunCommand;
  readonly password: string | undefined;
  readonly cookie: SessionCookie;
  readonly find: FindSession;
}

/** Answers a visit of a one-time link. Nothing that it leads to learns the token, which is in the address. */
export async function visitLink(c: Context, token: string, visit: LinkVisit): Promise<Response> {
  const response = await answer(c, token, visit);
  response.headers.set('referrer-policy', 'no-referrer');
  response.headers.set('cache-control', 'no-store');
  return response;
}

async function answer(
  c: Context,
  token: string,
  { runCommand, password, cookie, find }: LinkVisit,
): Promise<Response> {
  // Programs look at links before people open them.
  if (c.req.method !== 'GET') return c.body(null, 204);
  if (c.req.header('sec-purpose')?.startsWith('prefetch')) return c.text('Open the link.', 503);
  const session = await runCommand((command) => redeemLoginLink(command, token));
  if (session === undefined) {
    // Somebody who is signed in opens the link again.
    return (await find(c.req.raw)) ? redirect(c, '/') : deadLinkPage(c, password !== undefined);
  }
  cookie.set(c, session);
  // For a redirect, browsers would leave the cookie out: another site has asked for the page.
  return c.req.header('sec-fetch-site') === 'cross-site' ? signedInPage(c) : redirect(c, '/');
}

function signedInPage(c: Context): Promise<Response> {
  const more = (
    <p>
      <a class="button" href="/">
        Open the dashboard
      </a>
    </p>
  );
  return loginMessage(c, 200, {
    title: 'You are signed in',
    text: 'The link is used up. You are signed in for 12 hours.',
    more,
  });
}
