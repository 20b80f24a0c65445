import type { Context } from 'hono';
import { referrerPolicy } from './page.js';

/** Sends the browser to another page of this service, with GET. With `no-referrer`, nobody learns the address that it comes from. */
export function seeOther(
  c: Context,
  path: string,
  policy: 'same-origin' | 'no-referrer' = referrerPolicy,
): Response {
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', policy);
  return c.redirect(path, 303);
}
