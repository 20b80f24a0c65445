import type { RunCount } from './faulty-clinicians.js';
import { sampleEvent } from './sample-event.js';

/** The events of the demo. */
export const events = {
  completed: sampleEvent({ id: 'evt_completed', about: 'completed', clinician: 'ada' }),
  recorded: sampleEvent({ id: 'evt_recorded', about: 'recorded', clinician: 'ben' }),
  failed: sampleEvent({ id: 'evt_failed', about: 'failed', clinician: 'cleo' }),
  burst: sampleEvent({ id: 'evt_burst', about: 'completed', clinician: 'busy' }),
  retried: sampleEvent({ id: 'evt_retried', about: 'completed', clinician: 'flaky' }),
  rolled: sampleEvent({ id: 'evt_rolled', about: 'completed', clinician: 'ada' }),
  twoV1: sampleEvent({ id: 'evt_two_v1', about: 'completed', clinician: 'ada' }),
  recent: sampleEvent({ id: 'evt_recent', about: 'completed', clinician: 'ada' }),
  refused: sampleEvent({ id: 'evt_refused', about: 'failed', clinician: 'ada' }),
  slow: sampleEvent({ id: 'evt_slow', about: 'completed', clinician: 'slow' }),
  unknown: sampleEvent({ id: 'evt_unknown', about: 'archived', clinician: 'ada' }),
};

const once: RunCount = { runs: 1, writes: 1 };
const never: RunCount = { runs: 0, writes: 0 };

/** How often the handler of each event must have run and written by the end of the demo. */
export const expectedRunCounts: Readonly<Record<string, RunCount>> = {
  [events.completed.id]: once,
  [events.recorded.id]: once,
  [events.failed.id]: once,
  [events.burst.id]: once,
  [events.retried.id]: { runs: 2, writes: 1 },
  [events.rolled.id]: once,
  [events.twoV1.id]: once,
  [events.recent.id]: once,
  [events.slow.id]: once,
  [events.refused.id]: never,
  [events.unknown.id]: never,
};
