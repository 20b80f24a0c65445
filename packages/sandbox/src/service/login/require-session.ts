import type { MiddlewareHandler } from 'hono';
import type { FindSession } from './find-session.js';
import { redirect } from './redirect.js';

/** Sends visitors who are not signed in to the page that says how to. */
export function requireSession(find: FindSession): MiddlewareHandler {
  return async (c, next) => ((await find(c.req.raw)) ? next() : redirect(c, '/login'));
}
