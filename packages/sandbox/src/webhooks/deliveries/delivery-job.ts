import type { JobHandler } from '../../engine/run-job.js';
import { sendPlan } from '../../faults/send-plan.js';
import type { SendResult } from '../../outbound/send.js';
import { finishAttempt } from './finish-attempt.js';
import { giveUpAttempt, interruptAttempts } from './interrupted-attempts.js';
import { startAttempt } from './start-attempt.js';
import type { AttemptSettings, StartedAttempt } from './started-attempt.js';

/** Sends one attempt. It never rejects. */
export type SendAttempt = (attempt: StartedAttempt, signal: AbortSignal) => Promise<SendResult>;

/** An attempt of a delivery: recorded, sent, and its result recorded. */
export function deliveryJob(send: SendAttempt, settings: AttemptSettings): JobHandler {
  return async (job, { step, isHeld, end, release, signal }) => {
    const started = await step((command) => startAttempt(command, job, isHeld, settings));
    if (started === 'nothing to attempt') return end(async () => undefined);
    if (started === 'interrupted too often')
      return end((command) => giveUpAttempt(command, job.ref));
    const results = await sendPlan(started, send, signal);
    if (results[0].error?.code === 'aborted') {
      await release(({ tx }) => interruptAttempts(tx, job.ref));
      return undefined;
    }
    return end((command) => finishAttempt(command, started, results));
  };
}
