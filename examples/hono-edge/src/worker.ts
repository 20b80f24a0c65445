import { webhook } from '@screening-webhooks/hono';
import { Hono } from 'hono';
import type { AppEnv } from './bindings.ts';
import { logOutcome } from './log-outcome.ts';
import { screeningHandlers } from './screening-handlers.ts';
import { signingSecret } from './signing-secret.ts';

const app = new Hono<AppEnv>();

// Built once per isolate. The bindings exist only in a request, and come through `c`.
app.post(
  '/webhooks/screening',
  webhook({ secret: signingSecret, handlers: screeningHandlers, observe: logOutcome }),
);

export default app;
