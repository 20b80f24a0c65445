import { partitionedWorker } from '../scenarios/partitioned-worker.mjs';
import { smallInbox } from '../small-inbox.mjs';

export const scenario = {
  ...partitionedWorker(smallInbox({ withoutAlarm: true })),
  name: 'partitioned worker: a worker that does not know the time',
  flaw: 'without a signal',
};
