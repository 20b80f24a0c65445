import { webhook } from '@screening-webhooks/hono';
import { type Context, Hono } from 'hono';
import type { AppEnv } from './bindings.ts';
import { logOutcome } from './log-outcome.ts';
import { screeningHandlers } from './screening-handlers.ts';

const app = new Hono<AppEnv>();

// Built once per isolate. The bindings exist only in a request, and come through `c`.
app.post(
  '/webhooks/screening',
  webhook({ secret: signingSecret, handlers: screeningHandlers, observe: logOutcome }),
);

// An error is answered 503 and logged. Undefined would be answered 401, like a wrong secret, without a reason.
function signingSecret({ env }: Context<AppEnv>): string {
  if (!env.SCREENING_SECRET) throw new Error('SCREENING_SECRET is not set.');
  return env.SCREENING_SECRET;
}

export default app;
