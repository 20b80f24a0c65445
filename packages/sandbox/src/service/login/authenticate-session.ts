import type { AuthenticateSession } from '../http/principal.js';
import { Problem } from '../http/problem.js';
import { checkOwnPage, isSafe } from './check-own-page.js';
import type { FindSession } from './find-session.js';
import { isSameText } from './is-same-text.js';
import type { SessionCookie } from './session-cookie.js';

/** Lets pages of the service call the API and the controls with the session of the dashboard, and no other page. */
export function authenticateSession(
  find: FindSession,
  cookie: SessionCookie,
  publicUrl: string | undefined,
): AuthenticateSession {
  return async (request) => {
    if (cookie.read(request) === undefined) return undefined;
    checkOwnPage(request, publicUrl);
    const session = await find(request);
    if (!session) {
      const detail = 'The session of the dashboard has ended. Open the dashboard to sign in again.';
      throw new Problem('session_expired', detail, {}, { 'www-authenticate': 'Bearer' });
    }
    const sent = request.headers.get('x-csrf-token') ?? '';
    if (isSafe(request.method) || isSameText(session.csrfToken, sent)) return session;
    throw new Problem(
      'csrf_token_invalid',
      'X-CSRF-Token: expected the token of this session and of the tenant that it acts as. Reload the page.',
    );
  };
}
