import { createReceiver } from '@screening-webhooks/core'; // added
import { createApp } from './create-app.js';
import { logOutcomes } from './log-outcomes.js'; // added
import { memoryClinicians } from './memory-clinicians.js';
import { screeningHandlers } from './screening-handlers.js'; // added
import { serve } from './serve.js';

// Starts the app. Requires SCREENING_SECRET and API_KEY; PORT defaults to 3000.

const { SCREENING_SECRET = '', API_KEY = '', PORT = '3000' } = process.env;

const clinicians = memoryClinicians([{ id: 'ada', name: 'Ada Amsel' }]);
// added: a receiver instead of `{ secret, handlers }`, so that it can be drained
const screening = createReceiver({
  secret: SCREENING_SECRET,
  handlers: screeningHandlers(clinicians),
  observe: logOutcomes(console.log),
});
const app = createApp({ clinicians, apiKey: API_KEY, log: console.log, screening });

const running = await serve(app, screening, Number(PORT));
console.log(`listening on ${running.url}`);

process.once('SIGTERM', () => {
  console.log('stopping');
  void running.stop();
});
