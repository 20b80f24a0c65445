import type { OnEvent, ServiceEvent } from '../../../config/service-config.js';
import { endingOf, type JobHandler } from '../../../engine/job-handlers.js';
import type { HeldJob } from '../../../engine/take-jobs.js';
import { sendPlan } from '../../../faults/plan-attempt.js';
import { GROUP, type RunCommand } from '../../../kernel/command.js';
import { inGroups } from '../../../kernel/share-work.js';
import type { SendResult } from '../../../outbound/send.js';
import type { DeliveryStatus } from '../delivery-states.js';
import { interruptAttempts } from './attempt-records.js';
import { giveUpAttempt, stopDelivery } from './end-delivery.js';
import { finishAttempts, type SentAttempt } from './finish-attempts.js';
import { type AttemptSettings, type StartedAttempt, startAttempts } from './start-attempts.js';

/** Sends one attempt. It never rejects. */
export type SendAttempt = (attempt: StartedAttempt, signal: AbortSignal) => Promise<SendResult>;

/** Attempts that are recorded in one transaction. */
const MOST = 50;

/** Runs an attempt of a delivery: records it, sends it, and records its result. */
export function deliveryJob(
  send: SendAttempt,
  settings: AttemptSettings,
  runCommand: RunCommand,
  onEvent: OnEvent,
): JobHandler {
  const startAll = (held: readonly HeldJob[], which: 'group' | 'one') =>
    runCommand(
      (command) => startAttempts(command, held, settings, which),
      which === 'group' ? GROUP : {},
    );
  const finishAll = (sent: readonly SentAttempt[], which: 'group' | 'one') =>
    runCommand((command) => finishAttempts(command, sent, which), which === 'group' ? GROUP : {});
  const start = inGroups({
    most: MOST,
    ownerOf: ({ job }) => job.tenantId,
    runAll: (group: readonly HeldJob[]) => startAll(group, 'group'),
    runOne: async (held) => (await startAll([held], 'one')).get(held),
  });
  const finish = inGroups({
    most: MOST,
    ownerOf: ({ held: { job } }) => job.tenantId,
    bytesOf,
    runAll: (group: readonly SentAttempt[]) => finishAll(group, 'group'),
    runOne: async (sent) => (await finishAll([sent], 'one')).get(sent),
  });
  return async (job, { held, keepTrying, end, release, signal }) => {
    // A job that has failed is tried alone.
    const startIt = job.failures > 0 ? start.alone : start;
    const started = await keepTrying(() => startIt(held));
    if (started === 'postponed by a fault') return 'released';
    if (started === undefined || started === 'not due') {
      return endingOf(await end(async () => {}));
    }
    if (started === 'interrupted too often') {
      const given = await end((command) => giveUpAttempt(command, job.ref));
      if (given === 'lost') return 'lost';
      onEvent(describeEnd(given.attempt, 'interrupted', given.status));
      return 'failed';
    }
    if (started === 'stopped by its endpoint') {
      return endingOf(await end((command) => stopDelivery(command, job)));
    }
    const results = await sendPlan(started, send, signal);
    if (results[0].error?.code === 'aborted') {
      await release(({ tx }) => interruptAttempts(tx, job.ref));
      onEvent(describeEnd(started, 'interrupted', 'delivering'));
      return 'released';
    }
    const finished = await keepTrying(() => finish({ held, attempt: started, results }));
    if (!finished) return 'lost';
    onEvent(describeEnd(started, finished.state, finished.status, results[0]));
    return finished.state;
  };
}

/** Estimates the bytes of the answers to an attempt in a statement. */
function bytesOf({ results }: SentAttempt): number {
  return results
    .map(
      ({ response }) =>
        (response?.body.length ?? 0) + JSON.stringify(response?.headers ?? {}).length,
    )
    .reduce((sum, bytes) => sum + bytes);
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
