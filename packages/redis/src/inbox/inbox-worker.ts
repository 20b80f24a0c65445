import type { InboxProcess, InboxWorker, InboxWorkOptions } from '@screening-webhooks/core';
import { checkConcurrency, checkStopTimeout } from '@screening-webhooks/core/store-kit';
import { type ConnectionOptions, Worker } from 'bullmq';
import { HOLD } from './held-jobs.js';
import type { InboxJobData } from './inbox-job.js';
import { LONGEST_STOP, RunningWorker } from './running-worker.js';
import type { WorkerContext } from './worker-context.js';

// Milliseconds. BullMQ finds a lock that has ended at the second check after the fetch.
const LONGEST_CHECK_INTERVAL = 10_000;

/** Starts a worker: `WorkableInbox.work`. It fetches its jobs itself, as BullMQ documents under "manually processing jobs". */
export async function startWorker(
  name: string,
  connection: { readonly connection: ConnectionOptions; readonly prefix: string },
  context: WorkerContext,
  process: InboxProcess,
  options: InboxWorkOptions,
): Promise<InboxWorker> {
  const concurrency = checkConcurrency(options);
  const { lease } = context.settings;
  const queueWorker = new Worker<InboxJobData, string, string>(name, null, {
    ...connection,
    lockDuration: lease,
    stalledInterval: Math.min(lease, LONGEST_CHECK_INTERVAL),
    // The crash record of an event decides what a crash means for it.
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    settings: { backoffStrategy: () => HOLD },
  });
  queueWorker.on('error', context.onError);
  await queueWorker.waitUntilReady();
  await queueWorker.startStalledCheckTimer();
  const worker = new RunningWorker(queueWorker, context, process, concurrency);
  return {
    async stop(stopOptions) {
      const checked = checkStopTimeout(stopOptions);
      return worker.stop(Math.min(checked, LONGEST_STOP));
    },
  };
}
