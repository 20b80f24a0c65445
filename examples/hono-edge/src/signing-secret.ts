import type { Context } from 'hono';
import { env } from 'hono/adapter';
import type { AppEnv } from './bindings.ts';

/**
 * The endpoint's signing secret: a binding on Workers, an environment variable on Deno, Bun and Node.
 *
 * @throws Error when it is not set, so that the delivery is answered 503, logged, and sent again. `undefined` would be
 *   answered 401, as for an unknown tenant.
 */
export function signingSecret(c: Context<AppEnv>): string {
  const { SCREENING_SECRET } = env<{ SCREENING_SECRET?: string }>(c);
  if (!SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');
  return SCREENING_SECRET;
}
