import type { Faults } from './faulty-clinicians.js';

/** The signing secret of the endpoint. */
export const SECRET = 'whsec_demo_current';

/** The secret before it, which the receiver accepts during the rotation. */
export const PREVIOUS_SECRET = 'whsec_demo_previous';

/** The API key for the app's own routes. */
export const API_KEY = 'demo-api-key';

/** Milliseconds; short, so that the demo does not take long. */
export const ACK_TIMEOUT = 800;

/** The clinicians that the events are about. */
export const people = [
  { id: 'ada', name: 'Ada Amsel' },
  { id: 'ben', name: 'Ben Buchfink' },
  { id: 'cleo', name: 'Cleo Clivia' },
  { id: 'busy', name: 'Basil Busy' },
  { id: 'flaky', name: 'Flora Flaky' },
  { id: 'slow', name: 'Silas Slow' },
] as const;

/** The faults of the storage while the demo runs. */
export const faults: Faults = { slow: { busy: 100 }, failsOnce: ['flaky'], held: ['slow'] };
