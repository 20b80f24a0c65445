import type { JobHandler } from '../../engine/run-job.js';
import { sendPlan } from '../../faults/send-plan.js';
import type { SendResult } from '../../outbound/send.js';
import { finishAttempt } from './finish-attempt.js';
import { startAttempt } from './start-attempt.js';
import type { AttemptSettings, StartedAttempt } from './started-attempt.js';

/** Sends one attempt. It never rejects. */
export type SendAttempt = (attempt: StartedAttempt, signal: AbortSignal) => Promise<SendResult>;

/** An attempt of a delivery: recorded, sent, and its result recorded. */
export function deliveryJob(send: SendAttempt, settings: AttemptSettings): JobHandler {
  return async (job, { step, end, signal }) => {
    const attempt = await step((command) => startAttempt(command, job, settings));
    if (!attempt) {
      await end(async () => {});
      return undefined;
    }
    const results = await sendPlan(attempt, send, signal);
    return end((command) => finishAttempt(command, attempt, results));
  };
}
