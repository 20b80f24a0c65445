import type { Context } from 'hono';

/** Sends the browser to another page of this service, with GET. Nobody learns the address that it comes from. */
export function seeOther(c: Context, path: string): Response {
  c.header('cache-control', 'no-store');
  c.header('referrer-policy', 'no-referrer');
  return c.redirect(path, 303);
}
