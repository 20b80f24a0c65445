import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import { except } from 'hono/combine';

// Each asks for a secret of its own, or gives nothing away. What is not named here is protected.
const OPEN = ['/v1/*', '/_sandbox/*', '/files/*', '/sink/*', '/healthz'];

/** Asks for the password, with any user name, wherever no API key, control token or signature is asked for. */
export function requirePassword(password: string): MiddlewareHandler {
  const expected = digest(password);
  const auth = basicAuth({
    realm: 'screening-sandbox',
    invalidUserMessage: 'Send the password of this service, with any user name.',
    verifyUser: (_name, given) => timingSafeEqual(digest(given), expected),
  });
  return except(OPEN, auth);
}

// Of one length, as the comparison needs.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
