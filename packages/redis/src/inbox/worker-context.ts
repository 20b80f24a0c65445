import type { InboxSettings } from '@screening-webhooks/core/store-kit';
import type { Queue } from 'bullmq';
import type { InboxJobData } from './inbox-job.js';
import type { OrderQueue } from './order-queue.js';
import type { Retries } from './retries.js';

/** What a worker shares with the inbox that starts it. */
export interface WorkerContext {
  readonly queue: Queue<InboxJobData, string, string>;
  readonly settings: InboxSettings;
  readonly orders: OrderQueue;
  readonly retries: Retries;
  readonly onError: (error: Error) => void;
}
