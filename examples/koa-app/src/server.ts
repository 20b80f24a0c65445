import { createReceiver } from '@screening-webhooks/core'; // added
import type { Context } from 'koa';
import { createApp } from './create-app.js';
import { memoryCredentials } from './credentials.js';
import { screeningHandlers } from './screening-handlers.js'; // added

// Starts the app: SCREENING_SECRET is needed, PORT is 3000 if it is not given.

const { SCREENING_SECRET = '', PORT = '3000' } = process.env;

const credentials = memoryCredentials();
// added: a receiver of our own instead of `{ secret, handlers }`, so that it can be drained
const screening = createReceiver<Context>({
  secret: SCREENING_SECRET,
  handlers: screeningHandlers(credentials),
  observe: ({ event, outcome }) => console.log('screening', event?.id, outcome),
});
const server = createApp({ credentials, log: console.log, screening }).listen(Number(PORT));

process.once('SIGTERM', async () => {
  server.close();
  await screening.drain(); // added: a handler that passed the ack deadline has no request any more
});
