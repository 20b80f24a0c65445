import type { Context, Hono } from 'hono';
import type { AuthenticateSession } from '../http/principal.js';
import { Problem } from '../http/problem.js';
import { isSameText } from '../kernel/identity.js';
import { seeOther } from '../pages/visit.js';
import { checkOwnPage, isSafe, loginFor } from './own-pages.js';
import { type LoginRoutes, serveLogin } from './serve-login.js';
import { reopenSession, sessionCookie, sessionFinder } from './sessions.js';

export interface PageSession {
  /** For the header `X-CSRF-Token`, and for the field `csrf` of forms. */
  readonly csrfToken: string;
  /** The tenant whose data it shows: `actingTenant`, otherwise the account. */
  readonly tenantId: string;
  /** The name of the account that is signed in. */
  readonly tenantName: string;
  /** The tenant that the session acts as. `null` for the account itself. */
  readonly actingTenant: { readonly id: string; readonly name: string } | null;
  /** Whether it may use the operations of partners: not while it acts as a tenant. */
  readonly partner: boolean;
}

/**
 * Answers a visit of a page that requires a session. Others are sent to the login, which leads them back. A request with
 * `Authorization` comes from a program with a wrong address: it would take the page of the login for an answer.
 */
export type ForSession = (
  c: Context,
  show: (session: PageSession) => Response | Promise<Response>,
) => Promise<Response>;

/** The login to the dashboard, and the rights of its sessions. */
export interface Login {
  /** `/login`, `/login/tenant` and `/logout`. */
  readonly routes: Hono;
  /** Lets pages of the service call the API and the controls with the session of the dashboard, and no other page. */
  readonly authenticate: AuthenticateSession;
  /** For each page that requires a session. */
  readonly forSession: ForSession;
  /** Makes the next start forget all present sessions. They count until this service ends. */
  readonly forgetSessions: () => void;
}

export function createLogin(dependencies: Omit<LoginRoutes, 'cookie' | 'find'>): Login {
  const { sql, runCommand, publicUrl, sessionKey } = dependencies;
  const cookie = sessionCookie(publicUrl);
  const find = sessionFinder(sql, cookie, async (token) =>
    sessionKey ? runCommand((command) => reopenSession(command, token, sessionKey)) : false,
  );
  return {
    forgetSessions: () => sessionKey?.remove(),
    routes: serveLogin({ ...dependencies, cookie, find }),
    async authenticate(request) {
      if (cookie.read(request) === undefined) return undefined;
      checkOwnPage(request, publicUrl);
      const session = await find(request);
      if (!session) {
        const detail =
          'The session of the dashboard has ended. Open the dashboard to sign in again.';
        throw new Problem('session_expired', detail, {}, { 'www-authenticate': 'Bearer' });
      }
      const sent = request.headers.get('x-csrf-token') ?? '';
      if (isSafe(request.method) || isSameText(session.csrfToken, sent)) return session;
      throw new Problem(
        'csrf_token_invalid',
        'X-CSRF-Token: expected the token of this session and of the tenant that it acts as. Reload the page.',
      );
    },
    async forSession(c, show) {
      const session = await find(c.req.raw);
      if (!session) {
        return c.req.header('authorization') === undefined
          ? seeOther(c, loginFor(c))
          : c.notFound();
      }
      const { csrfToken, account, actingTenant, tenant } = session;
      return show({
        csrfToken,
        tenantId: tenant.id,
        tenantName: account.name,
        actingTenant: actingTenant && { id: actingTenant.id, name: actingTenant.name },
        partner: tenant.partner,
      });
    },
  };
}
