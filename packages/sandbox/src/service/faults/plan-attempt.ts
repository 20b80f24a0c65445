import { signBody } from '@screening-webhooks/core';
import type { PlannedDelivery } from '@screening-webhooks/testing/faults';
import { and, asc, eq, gt, isNull, lte, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import { type FaultMatch, faults, jobs, webhookDeliveries } from '../db/schema/index.js';
import type { Command, Job } from '../kernel/command.js';
import { updateRows } from '../kernel/update-rows.js';
import type { SendResult } from '../outbound/send.js';
import { type FaultKind, findKind, needsSocket } from './kinds.js';

const DEFAULT_DELAY_SECONDS = 60;

interface PlannedAttempt {
  readonly job: Job;
  readonly number: number;
  readonly endpoint: { readonly id: string; readonly inProcess: boolean };
  readonly event: { readonly id: string; readonly type: string };
  readonly body: Uint8Array;
  readonly secrets: readonly [string, ...string[]];
  /** Unix seconds: `t` of the signature. */
  readonly signedAt: number;
  readonly faulty: boolean;
  /** Whether it replaces an interrupted attempt. It is made now, so no fault postpones it. */
  readonly again: boolean;
}

type PlannedRequest = Omit<PlannedDelivery, 'expected' | 'body'> & { readonly body: Uint8Array };

/** The requests of an attempt. The first is its own, the others are added by a fault. */
interface AttemptPlan {
  readonly requests: readonly [PlannedRequest, ...PlannedRequest[]];
  /** The kind of the fault that made the plan. */
  readonly fault: string | null;
  readonly concurrent: boolean;
}

/** Plans the requests of an attempt, with the first fault that matches it. `undefined` if the fault has postponed the attempt. */
export async function planAttempt(
  command: Command,
  attempt: PlannedAttempt,
): Promise<AttemptPlan | undefined> {
  const { job, endpoint, body, secrets, signedAt: now, faulty, again } = attempt;
  const planGenuine = async (fault: string | null): Promise<AttemptPlan> => ({
    requests: [
      {
        method: 'POST',
        headers: [
          ['Content-Type', 'application/json'],
          ['Service-Signature', await signBody(body, { secret: secrets, timestamp: now })],
        ],
        body,
        transferMode: 'at once',
      },
    ],
    fault,
    concurrent: false,
  });
  const before = job.payload?.['fault'];
  // An attempt is postponed only once.
  if (typeof before === 'string') return planGenuine(before);
  if (!faulty) return planGenuine(null);
  const taken = await takeFault(
    command,
    (match, kind) =>
      kind.acts !== 'api' &&
      !(kind.acts === 'schedule' && again) &&
      !(needsSocket(kind) && endpoint.inProcess) &&
      isMatch(match, attempt),
  );
  if (taken?.kind.acts === 'schedule') {
    await postpone(command, job, taken);
    return undefined;
  }
  if (taken?.kind.acts !== 'delivery') return planGenuine(null);
  const { fault } = taken.kind;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  return {
    requests: await fault.plan(text, { secrets, now, count: taken.params.count }),
    fault: fault.kind,
    concurrent: fault.concurrent === true,
  };
}

function isMatch(match: FaultMatch, { endpoint, event, number, body }: PlannedAttempt): boolean {
  return (
    match.operationId === undefined &&
    isOrAny(match.endpointId, endpoint.id) &&
    isOrAny(match.eventId, event.id) &&
    isOrAny(match.eventType, event.type) &&
    isOrAny(match.attempt, number) &&
    (match.externalId === undefined || match.externalId === readExternalId(body))
  );
}

function isOrAny<Value>(wanted: Value | undefined, actual: Value): boolean {
  return wanted === undefined || wanted === actual;
}

function readExternalId(body: Uint8Array): unknown {
  const event: { readonly data?: { readonly externalId?: unknown } } = JSON.parse(
    new TextDecoder().decode(body),
  );
  return event.data?.externalId;
}

/** Postpones an attempt: its job stays, free to be taken again when it is due. */
async function postpone(command: Command, job: Job, { kind, params }: TakenFault): Promise<void> {
  const { tx, now } = command;
  const seconds = params.seconds ?? DEFAULT_DELAY_SECONDS;
  const later = new Date(now.getTime() + seconds * 1000);
  const dueAt =
    kind.kind === 'delay' ? later : await afterNext(command, job, params.count ?? 1, later);
  await tx
    .update(jobs)
    .set({ dueAt, payload: { fault: kind.kind }, leaseOwner: null, leaseUntil: null })
    .where(eq(jobs.seq, job.seq));
  await updateRows(command, webhookDeliveries, { nextAttemptAt: dueAt }).where(
    eq(webhookDeliveries.id, job.ref),
  );
}

/** Finds the time after the next `count` attempts of the endpoint, or `horizon` if fewer are due by then, so that others overtake. */
async function afterNext(
  { tx, now }: Command,
  { seq, endpointId }: Job,
  count: number,
  horizon: Date,
): Promise<Date> {
  if (endpointId === null) return horizon;
  const [overtaking] = await tx
    .select({ dueAt: jobs.dueAt })
    .from(jobs)
    .where(and(eq(jobs.endpointId, endpointId), ne(jobs.seq, seq), lte(jobs.dueAt, horizon)))
    .orderBy(asc(jobs.dueAt), asc(jobs.seq))
    .offset(count - 1)
    .limit(1);
  if (!overtaking) return horizon;
  return new Date(Math.max(overtaking.dueAt.getTime(), now.getTime()) + 1);
}

// The lease of a job is a minute. Requests that its fault adds must not outlive it.
const ADDITIONS_MS = 40_000;

/** An attempt, and the requests that a fault adds. */
interface Plan<Attempt> {
  readonly also: readonly Attempt[];
  readonly concurrent: boolean;
}

/** Sends an attempt and the requests that its fault adds, after it or at the same time. Resolves with the results in this order. */
export async function sendPlan<Attempt extends Plan<Attempt>>(
  attempt: Attempt,
  send: (attempt: Attempt, signal: AbortSignal) => Promise<SendResult>,
  signal: AbortSignal,
): Promise<readonly [SendResult, ...SendResult[]]> {
  const { also, concurrent } = attempt;
  if (also.length === 0) return [await send(attempt, signal)];
  const limited = AbortSignal.any([signal, AbortSignal.timeout(ADDITIONS_MS)]);
  if (concurrent) {
    const own = send(attempt, signal);
    const others = also.map((each) => send(each, limited));
    return [await own, ...(await Promise.all(others))];
  }
  const own = await send(attempt, signal);
  const others: SendResult[] = [];
  for (const each of also) others.push(await send(each, limited));
  return [own, ...others];
}

const Params = z.object({
  seconds: z.number().optional(),
  count: z.number().optional(),
});

export interface TakenFault {
  readonly id: string;
  readonly kind: FaultKind;
  readonly params: z.output<typeof Params>;
}

/**
 * Takes the first fault that matches, in the order of their creation. Matches are counted in the same transaction, and
 * whether the fault happens derives from the seed.
 */
export async function takeFault(
  { tx, chance }: Command,
  matches: (match: FaultMatch, kind: FaultKind) => boolean,
): Promise<TakenFault | undefined> {
  const rows = await tx
    .select()
    .from(faults)
    .where(or(isNull(faults.timesLeft), gt(faults.timesLeft, 0)))
    .orderBy(asc(faults.seq))
    .for('update');
  for (const row of rows) {
    const kind = findKind(row.kind);
    if (!kind || !matches(row.match, kind)) continue;
    const matched = row.matched + 1;
    const isNth = row.match.nth === undefined || row.match.nth === matched;
    const happens = isNth && chance(`${row.id}:${matched}`) < row.probability;
    const timesLeft = happens && row.timesLeft !== null ? row.timesLeft - 1 : row.timesLeft;
    await tx.update(faults).set({ matched, timesLeft }).where(eq(faults.id, row.id));
    if (happens) return { id: row.id, kind, params: Params.parse(row.params) };
  }
  return undefined;
}
