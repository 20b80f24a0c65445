import { sqsQueue } from '../aws-inbox.mjs';
import { partitionedWorker } from './partitioned-worker.mjs';
import { thawAndComplete } from './thaw-and-complete.mjs';

// The drills of the other inboxes that fit a queue. Poison and silence have their own drills: a queue counts every receive,
// whatever its result. A wrong clock concerns the store.
export const scenarios = [thawAndComplete, partitionedWorker].map((drill) => drill(sqsQueue()));
