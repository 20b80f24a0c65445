import type { OnEvent, ServiceEvent } from '../../../config/service-config.js';
import { isDataError } from '../../../db/errors.js';
import type { JobHandler } from '../../../engine/run-job.js';
import type { HeldJob } from '../../../engine/take-jobs.js';
import { sendPlan } from '../../../faults/plan-attempt.js';
import type { RunCommand } from '../../../kernel/command.js';
import { inGroups } from '../../../kernel/share-work.js';
import type { SendResult } from '../../../outbound/send.js';
import type { DeliveryStatus } from '../delivery-states.js';
import { interruptAttempts } from './attempt-records.js';
import { finishAttempts, type SentAttempt } from './finish-attempts.js';
import { giveUpAttempt } from './interrupted-attempts.js';
import { startAttempts } from './start-attempts.js';
import type { AttemptSettings, StartedAttempt } from './started-attempt.js';
import { stopDelivery } from './stop-delivery.js';

/** Sends one attempt. It never rejects. */
export type SendAttempt = (attempt: StartedAttempt, signal: AbortSignal) => Promise<SendResult>;

/** Attempts that are recorded in one transaction. */
const GROUP = 50;

/** An attempt of a delivery: recorded, sent, and its result recorded. */
export function deliveryJob(
  send: SendAttempt,
  settings: AttemptSettings,
  runCommand: RunCommand,
  onEvent: OnEvent,
): JobHandler {
  const start = inGroups(
    GROUP,
    (group: readonly HeldJob[]) => runCommand((command) => startAttempts(command, group, settings)),
    isDataError,
  );
  const finish = inGroups(
    GROUP,
    (group: readonly SentAttempt[]) => runCommand((command) => finishAttempts(command, group)),
    isDataError,
  );
  return async (job, { held, keepTrying, end, release, signal }) => {
    const started = await keepTrying(() => start(held));
    if (started === undefined) return end(async () => undefined);
    if (started === 'interrupted too often') {
      const given = await end((command) => giveUpAttempt(command, job.ref));
      if (!given) return undefined;
      onEvent(describeEnd(given.attempt, 'interrupted', given.status));
      return 'failed';
    }
    if (started === 'stopped by its endpoint') {
      await end((command) => stopDelivery(command, job));
      return undefined;
    }
    const results = await sendPlan(started, send, signal);
    if (results[0].error?.code === 'aborted') {
      await release(({ tx }) => interruptAttempts(tx, job.ref));
      onEvent(describeEnd(started, 'interrupted', 'delivering'));
      return undefined;
    }
    const finished = await keepTrying(() => finish({ held, attempt: started, results }));
    if (finished) {
      onEvent(describeEnd(started, finished.state, finished.status, results[0]));
    }
    return finished?.state;
  };
}

function describeEnd(
  attempt: Pick<StartedAttempt, 'id' | 'deliveryId' | 'endpointId' | 'number' | 'trigger'>,
  outcome: 'succeeded' | 'failed' | 'interrupted',
  status: DeliveryStatus,
  result?: SendResult,
): ServiceEvent {
  const { id: attemptId, deliveryId, endpointId, number, trigger } = attempt;
  return {
    event: 'delivery',
    deliveryId,
    endpointId,
    attemptId,
    number,
    trigger,
    outcome,
    status,
    responseStatus: result?.response?.status ?? null,
    errorCode: result?.error?.code ?? null,
    durationMs: result?.durationMs ?? null,
  };
}
