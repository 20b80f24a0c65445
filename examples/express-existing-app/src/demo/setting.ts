import type { Trouble } from './troubled-clinicians.js';

/** The signing secret of the endpoint. */
export const SECRET = 'whsec_demo_current';

/** The one before it, which the receiver takes as well while it is rolled out. */
export const PREVIOUS_SECRET = 'whsec_demo_previous';

/** The demo's key to the app's own routes. */
export const API_KEY = 'demo-api-key';

/** Milliseconds; short, so that the demo has something to show. */
export const ACK_TIMEOUT = 800;

/** Whom the events are about. */
export const people = [
  { id: 'ada', name: 'Ada Amsel' },
  { id: 'ben', name: 'Ben Buchfink' },
  { id: 'cleo', name: 'Cleo Clivia' },
  { id: 'busy', name: 'Basil Busy' },
  { id: 'flaky', name: 'Flora Flaky' },
  { id: 'slow', name: 'Silas Slow' },
] as const;

/** What is wrong with the storage while the demo runs. */
export const trouble: Trouble = {
  slow: { busy: 200, slow: 2 * ACK_TIMEOUT },
  failsOnce: ['flaky'],
};
