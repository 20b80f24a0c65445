import type { InboxSettings } from '@screening-webhooks/core/store-kit';
import type { Queue } from 'bullmq';
import type { InboxJobData } from './inbox-job.js';
import type { OrderQueue } from './order-queue.js';
import type { Retries } from './retries.js';
import type { StoredJobs } from './stored-jobs.js';

/** The parts that a worker shares with the inbox that starts it. */
export interface WorkerContext {
  readonly queue: Queue<InboxJobData, string, string>;
  readonly settings: InboxSettings;
  readonly orders: OrderQueue;
  readonly retries: Retries;
  readonly jobs: StoredJobs;
  readonly onError: (error: unknown) => void;
}

/** The parts that an attempt shares with its worker. */
export interface AttemptContext extends WorkerContext {
  /** Releases the first job of each order value soon: the value of an event that cannot be read is not known. */
  searchOrders(): void;
}
