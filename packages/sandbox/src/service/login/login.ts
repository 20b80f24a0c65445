import type { Hono, MiddlewareHandler } from 'hono';
import type { Sql } from '../db/sql.js';
import type { AuthenticateSession } from '../http/principal.js';
import type { RunCommand } from '../kernel/command.js';
import { authenticateSession } from './authenticate-session.js';
import { sessionFinder } from './find-session.js';
import { type ReadSession, sessionReader } from './read-session.js';
import { redirect } from './redirect.js';
import { serveLogin } from './serve-login.js';
import { sessionCookie } from './session-cookie.js';

interface LoginDependencies {
  readonly sql: Sql;
  /** Notifies the streams, so that those of a session end with it. */
  readonly runCommand: RunCommand;
  /** The address that others use. */
  readonly publicUrl: string | undefined;
  /** Signs in besides the links. */
  readonly password: string | undefined;
  readonly onError: (error: unknown) => void;
}

/** How people get into the dashboard, and what their browser may do then. */
export interface Login {
  /** `/login`, `/login/tenant` and `/logout`. */
  readonly routes: Hono;
  /** Tells who calls the API or a control with the cookie. */
  readonly authenticate: AuthenticateSession;
  /** Sends visitors who are not signed in to the page that says how to. */
  readonly requireSession: MiddlewareHandler;
  /** For a page that requires a session. */
  readonly readSession: ReadSession;
}

export function createLogin(dependencies: LoginDependencies): Login {
  const { sql, publicUrl } = dependencies;
  const cookie = sessionCookie(publicUrl);
  const find = sessionFinder(sql, cookie);
  return {
    routes: serveLogin({ ...dependencies, cookie, find }),
    authenticate: authenticateSession(find, cookie, publicUrl),
    async requireSession(c, next) {
      if (await find(c.req.raw)) return next();
      return redirect(c, '/login');
    },
    readSession: sessionReader(find),
  };
}
