import { createReceiver } from '@screening-webhooks/core'; // added
import type { Context } from 'koa';
import { createApp } from './create-app.js';
import { memoryCredentials } from './credentials.js';
import { screeningHandlers } from './screening-handlers.js'; // added

// Starts the app. Requires SCREENING_SECRET; PORT defaults to 3000.

const { SCREENING_SECRET = '', PORT = '3000' } = process.env;

const credentials = memoryCredentials();
// added: a receiver instead of `{ secret, handlers }`, so that it can be drained
const screening = createReceiver<Context>({
  secret: SCREENING_SECRET,
  handlers: screeningHandlers(credentials),
  observe: ({ event, outcome }) => console.log('screening', event?.id, outcome),
});
const server = createApp({ credentials, log: console.log, screening }).listen(Number(PORT));

process.once('SIGTERM', async () => {
  server.close();
  await screening.drain(); // added: after the ack deadline, a handler runs on without a request
});
