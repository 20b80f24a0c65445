import type { Context } from 'hono';
import { referrerPolicy } from './referrer-policy.js';

/** Sends the browser to another page of this service, with GET. */
export function seeOther(c: Context, path: string): Response {
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', referrerPolicy);
  return c.redirect(path, 303);
}
