import { sqsQueue } from '../aws-inbox.mjs';
import { partitionedWorker } from './partitioned-worker.mjs';
import { thawAndComplete } from './thaw-and-complete.mjs';

// The drills of the other inboxes that fit a queue. Poison and silence have their own: a queue counts what it has given, whatever became
// of it. A wrong clock is the store's.
export const scenarios = [thawAndComplete, partitionedWorker].map((drill) => drill(sqsQueue()));
