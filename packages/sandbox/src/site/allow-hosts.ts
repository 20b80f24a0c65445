import type { MiddlewareHandler } from 'hono';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Refuses requests for another host name. A web page can make a name of its own resolve to 127.0.0.1 (DNS rebinding),
 * and would then read the answers.
 */
export function allowHosts(): MiddlewareHandler {
  return async (c, next) => {
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    if (!loopback.test(host)) return c.text('This host name is not allowed. Use localhost.', 421);
    return next();
  };
}
