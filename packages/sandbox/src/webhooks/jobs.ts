import type { JobHandlers } from '../engine/run-job.js';
import type { AttemptSettings } from './deliveries/attempt-delivery.js';
import { deliveryJob, type SendAttempt } from './deliveries/delivery-job.js';

/** The due work of webhooks. */
export function webhookJobs(
  send: SendAttempt,
  settings: AttemptSettings,
): Pick<JobHandlers, 'delivery_attempt'> {
  return { delivery_attempt: deliveryJob(send, settings) };
}
