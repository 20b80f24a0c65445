import type { TransferMode } from '@screening-webhooks/testing/faults';
import type { HeldJob } from '../../../engine/take-jobs.js';
import { planAttempt } from '../../../faults/plan-attempt.js';
import { isAllowed, transition } from '../../../http/state-machine.js';
import type { Command, Job } from '../../../kernel/command.js';
import { zip } from '../../../kernel/lists.js';
import { deliveryStates } from '../delivery-states.js';
import { signingSecrets } from '../endpoints/signing-secrets.js';
import { findStop } from '../endpoints/states.js';
import { isPreview } from '../events/event-types.js';
import {
  interruptAttempts,
  isInterruptedTooOften,
  type LockedDelivery,
  lockDeliveries,
  writeStarted,
} from './attempt-records.js';
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

export function chooseTrigger(
  { kind }: Pick<Job, 'kind'>,
  { test }: { readonly test: boolean },
): Exclude<StartedAttempt['trigger'], 'fault'> {
  if (kind === 'manual_attempt') return 'manual';
  return test ? 'test' : 'scheduled';
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
