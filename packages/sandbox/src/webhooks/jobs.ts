import { commandJob, type JobHandlers } from '../engine/run-job.js';
import type { AttemptSettings } from './deliveries/attempt-delivery.js';
import { deliveryJob, type SendAttempt } from './deliveries/delivery-job.js';
import { runResumption } from './endpoints/held-deliveries.js';

/** The due work of webhooks. */
export function webhookJobs(
  send: SendAttempt,
  settings: AttemptSettings,
): Pick<JobHandlers, 'delivery_attempt' | 'resumption'> {
  return {
    delivery_attempt: deliveryJob(send, settings),
    resumption: commandJob(runResumption),
  };
}
