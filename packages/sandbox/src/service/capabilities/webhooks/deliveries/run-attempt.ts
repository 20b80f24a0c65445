import type { TransferMode } from '@screening-webhooks/testing/faults';
import type { OnEvent, ServiceEvent } from '../../../config/service-config.js';
import { endingOf, type JobHandler } from '../../../engine/job-handlers.js';
import type { HeldJob } from '../../../engine/take-jobs.js';
import { planAttempt, sendPlan } from '../../../faults/plan-attempt.js';
import { isAllowed, transition } from '../../../http/state-machine.js';
import { type Command, GROUP, type Job, type RunCommand } from '../../../kernel/command.js';
import { zip } from '../../../kernel/lists.js';
import { inGroups } from '../../../kernel/share-work.js';
import type { SendResult } from '../../../outbound/send.js';
import { type DeliveryStatus, deliveryStates } from '../delivery-states.js';
import { failureCause, whyFailed } from '../diagnosis/find-cause.js';
import { chooseTrigger, findStop, signingSecrets } from '../endpoints/attempt-rules.js';
import { isPreview } from '../events/event-types.js';
import {
  endAttempts,
  interruptAttempts,
  isInterruptedTooOften,
  type LockedDelivery,
  lockDeliveries,
  type ResultRow,
  writeStarted,
} from './attempt-records.js';
import { failDelivery, giveUpAttempt, inFlight, stopDelivery } from './end-delivery.js';
import { chooseBody, type DeliveryRow } from './records.js';

/** An attempt that is recorded and may be sent. */
export interface StartedAttempt {
  readonly id: string;
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly number: number;
  readonly trigger: 'scheduled' | 'manual' | 'test' | 'fault';
  /** The status to which a replay returns when it fails. `null` if the attempt is not a replay. */
  readonly replayOf: 'succeeded' | 'failed' | null;
  readonly url: string;
  readonly method: string;
  readonly transferMode: TransferMode;
  readonly inProcess: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly timeoutSeconds: number;
  /** The requests that a fault adds. */
  readonly also: readonly StartedAttempt[];
  readonly concurrent: boolean;
}

/** How attempts are signed and labeled. */
export interface AttemptSettings {
  readonly signatureClock: 'wall' | 'virtual';
  /** Sends the headers of the specification and no other. */
  readonly strictHeaders: boolean;
}

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

/** An attempt, with facts that are recorded but not sent. */
interface PreparedAttempt {
  readonly delivery: DeliveryRow;
  readonly action: 'attempt' | 'attempt-replay' | 'interrupt';
  readonly attempt: StartedAttempt;
  /** Wall time. */
  readonly signedAt: Date;
  readonly fault: string | null;
}

/** Why there is no attempt. In the last two cases, the delivery ends or waits. */
type NoAttempt =
  | 'not due'
  | 'postponed by a fault'
  | 'interrupted too often'
  | 'stopped by its endpoint';

/**
 * Records attempts, before they are sent: signed now, over the stored bytes.
 *
 * @param which `group`: leaves out jobs that another transaction blocks, or that are too large for a group.
 * @returns the attempt, or why there is none, for each job that this process still holds.
 */
export async function startAttempts(
  command: Command,
  held: readonly HeldJob[],
  settings: AttemptSettings,
  which: 'group' | 'one',
): Promise<ReadonlyMap<HeldJob, StartedAttempt | NoAttempt>> {
  const locked = await lockDeliveries(command.tx, held, which);
  const rows = new Map(locked.map((row) => [row.seq, row]));
  const starts = new Map<HeldJob, StartedAttempt | NoAttempt>();
  const prepared: PreparedAttempt[] = [];
  for (const each of held) {
    const row = rows.get(each.job.seq);
    if (!row) continue;
    const attempt = await prepareAttempt(command, each.job, row, settings);
    if (typeof attempt === 'object') prepared.push(attempt);
    starts.set(each, typeof attempt === 'object' ? attempt.attempt : attempt);
  }
  await writeStarted(command, prepared.map(toStarted));
  return starts;
}

async function prepareAttempt(
  command: Command,
  job: Job,
  { delivery, endpoint, event, faulty }: LockedDelivery,
  settings: AttemptSettings,
): Promise<PreparedAttempt | NoAttempt> {
  const { tx, now } = command;
  const replayOf = delivery.statusBeforeReplay;
  const trigger = chooseTrigger(job, delivery);
  const manual = trigger === 'manual';
  const first = manual ? 'attempt-replay' : 'attempt';
  const action = delivery.status === 'delivering' ? 'interrupt' : first;
  // A replay began or ended after the job was scheduled.
  if (manual !== (replayOf !== null)) return 'not due';
  // The delivery was stopped, or has ended.
  if (!isAllowed(deliveryStates, action, delivery)) return 'not due';
  if (action === 'interrupt' && (await isInterruptedTooOften(tx, delivery.id))) {
    return 'interrupted too often';
  }
  if (findStop(endpoint, trigger)) return 'stopped by its endpoint';
  const signedAt = settings.signatureClock === 'wall' ? new Date() : now;
  const number = delivery.attemptCount + 1;
  const plan = await planAttempt(command, {
    job,
    number,
    endpoint,
    event,
    body: chooseBody(delivery, event),
    secrets: signingSecrets(endpoint, now),
    signedAt: Math.floor(signedAt.getTime() / 1000),
    faulty,
    again: action === 'interrupt',
  });
  if (!plan) return 'postponed by a fault';
  // The job was taken again: its former holder can no longer finish the attempt.
  if (action === 'interrupt') await interruptAttempts(tx, delivery.id);
  const own = settings.strictHeaders
    ? {}
    : {
        'User-Agent': 'BackgroundScreening-Webhook/1.0',
        'Service-Delivery-Id': delivery.id,
        'Service-Delivery-Attempt': String(number),
        ...(event.test ? { 'Service-Delivery-Test': '1' } : {}),
        ...(isPreview(event.type) ? { 'Service-Event-Preview': '1' } : {}),
      };
  const ids = await command.nextIds('att', plan.requests.length);
  const [attempt, ...also] = zip(ids, plan.requests).map(
    ([id, request], index): StartedAttempt => ({
      id,
      deliveryId: delivery.id,
      endpointId: endpoint.id,
      number: number + index,
      trigger: index === 0 ? trigger : 'fault',
      replayOf,
      url: endpoint.url,
      method: request.method,
      transferMode: request.transferMode,
      inProcess: endpoint.inProcess,
      headers: { ...Object.fromEntries(request.headers), ...own },
      body: request.body,
      timeoutSeconds: endpoint.retryPolicy.timeoutSeconds,
      also: [],
      concurrent: plan.concurrent,
    }),
  );
  if (!attempt) throw new Error('The plan of an attempt has no request.');
  return { delivery, action, attempt: { ...attempt, also }, signedAt, fault: plan.fault };
}

function toStarted({ delivery, action, attempt, signedAt, fault }: PreparedAttempt) {
  return {
    ...transition(deliveryStates, action, delivery, { status: delivery.status }),
    id: delivery.id,
    requests: [attempt, ...attempt.also].map(({ id, number, trigger, url, headers }) => ({
      id,
      number,
      trigger,
      url,
      requestHeaders: headers,
      signedAt,
      fault,
    })),
  };
}

/** An attempt that was sent, its result, and the results of the requests that a fault has added. */
export interface SentAttempt {
  readonly held: HeldJob;
  readonly attempt: StartedAttempt;
  readonly results: readonly [SendResult, ...SendResult[]];
}

interface FinishedAttempt {
  readonly state: 'succeeded' | 'failed';
  /** The status that its delivery has now. */
  readonly status: DeliveryStatus;
}

/**
 * Records the results of attempts, and what follows from them, and removes their jobs.
 *
 * @param which `group`: an attempt whose delivery another transaction holds is left out.
 * @returns how each ended. Ignores attempts whose job another process holds now, or a reset has removed: nothing is written.
 */
export async function finishAttempts(
  command: Command,
  sent: readonly SentAttempt[],
  which: 'group' | 'one',
): Promise<ReadonlyMap<SentAttempt, FinishedAttempt>> {
  const { status } = transition(deliveryStates, 'succeed', inFlight, inFlight);
  const saved = await endAttempts(
    command,
    sent.map(({ held }) => held),
    sent.flatMap(toRows),
    sent.filter(isSuccess).map(({ attempt: { id, deliveryId, endpointId, url, replayOf } }) => ({
      attempt: id,
      delivery: deliveryId,
      endpoint: endpointId,
      url,
      status,
      ...(replayOf === 'succeeded' ? {} : { at: command.now }),
    })),
    inFlight.status,
    which,
  );
  const finished = new Map<SentAttempt, FinishedAttempt>();
  for (const each of sent.filter(({ attempt }) => saved.has(attempt.id))) {
    finished.set(
      each,
      isSuccess(each)
        ? { state: 'succeeded', status }
        : { state: 'failed', status: await failDelivery(command, each.attempt, failureOf(each)) },
    );
  }
  return finished;
}

function isSuccess({ results: [own] }: SentAttempt): boolean {
  return judgeResult(own) === 'succeeded';
}

function failureOf({ attempt, results: [own] }: SentAttempt) {
  const outcome = {
    state: 'failed',
    responseStatus: own.response?.status ?? null,
    errorCode: own.error?.code ?? null,
    errorMessage: own.error?.message ?? null,
  } as const;
  return {
    cause: failureCause(outcome, attempt.transferMode),
    message: whyFailed(outcome)?.message ?? '',
  };
}

function judgeResult({ response }: SendResult): 'succeeded' | 'failed' {
  return response && response.status >= 200 && response.status < 300 ? 'succeeded' : 'failed';
}

function toRows({ held, attempt, results }: SentAttempt): ResultRow[] {
  return [attempt, ...attempt.also].flatMap(({ id }, index) => {
    const result = results[index];
    return result ? [toRow(id, held.job.seq, result)] : [];
  });
}

function toRow(id: string, job: number, result: SendResult): ResultRow {
  const { durationMs, response, error } = result;
  return {
    id,
    job,
    state: judgeResult(result),
    duration: durationMs,
    status: response?.status,
    headers: response?.headers,
    body: response && storable(response.body),
    code: error?.code,
    message: error && storable(error.message),
  };
}

/** Text that the database can keep: without U+0000 and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll(/\0|\p{Surrogate}/gu, '\ufffd');
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
