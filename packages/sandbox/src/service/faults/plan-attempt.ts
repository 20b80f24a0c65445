import { signBody } from '@screening-webhooks/core';
import type { PlannedDelivery } from '@screening-webhooks/testing/faults';
import type { FaultMatch } from '../db/schema/index.js';
import type { Command } from '../kernel/command.js';
import type { Job } from '../kernel/schedule.js';
import { needsSocket } from './kinds.js';
import { postpone } from './postpone.js';
import { takeFault } from './take-fault.js';

/** The attempt that is about to be made. */
interface PlannedAttempt {
  readonly job: Job;
  readonly number: number;
  readonly endpoint: { readonly id: string; readonly inProcess: boolean };
  readonly event: { readonly id: string; readonly type: string };
  /** The genuine body. */
  readonly body: Uint8Array;
  readonly secrets: readonly [string, ...string[]];
  /** Unix seconds: `t` of the signature. */
  readonly signedAt: number;
  /** Whether any fault is set. */
  readonly faulty: boolean;
  /** Whether it takes the place of one that was interrupted. It is made now, so no fault puts it off. */
  readonly again: boolean;
}

type PlannedRequest = Omit<PlannedDelivery, 'expected' | 'body'> & { readonly body: Uint8Array };

/** What an attempt sends. The first request is its own, the others are additions of a fault. */
interface AttemptPlan {
  readonly requests: readonly [PlannedRequest, ...PlannedRequest[]];
  /** The kind of the fault that made the plan. */
  readonly fault: string | null;
  readonly concurrent: boolean;
}

/** Plans what an attempt sends, with the first fault that matches it. Undefined: the fault has put the attempt off. */
export async function planAttempt(
  command: Command,
  attempt: PlannedAttempt,
): Promise<AttemptPlan | undefined> {
  const { job, endpoint, body, secrets, signedAt: now, faulty, again } = attempt;
  const before = job.payload?.['fault'];
  // An attempt that was put off is not put off again.
  const taken =
    typeof before === 'string' || !faulty
      ? undefined
      : await takeFault(
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
  if (taken?.kind.acts !== 'delivery') {
    const fault = typeof before === 'string' ? before : null;
    return { requests: [await genuine(body, secrets, now)], fault, concurrent: false };
  }
  const { fault } = taken.kind;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  return {
    requests: await fault.plan(text, { secrets, now, count: taken.number('count') }),
    fault: fault.kind,
    concurrent: fault.concurrent === true,
  };
}

async function genuine(
  body: Uint8Array,
  secret: readonly [string, ...string[]],
  timestamp: number,
): Promise<PlannedRequest> {
  return {
    method: 'POST',
    headers: [
      ['Content-Type', 'application/json'],
      ['Service-Signature', await signBody(body, { secret, timestamp })],
    ],
    body,
    transferMode: 'at once',
  };
}

function isMatch(match: FaultMatch, { endpoint, event, number, body }: PlannedAttempt): boolean {
  return (
    match.operationId === undefined &&
    isOrAny(match.endpointId, endpoint.id) &&
    isOrAny(match.eventId, event.id) &&
    isOrAny(match.eventType, event.type) &&
    isOrAny(match.attempt, number) &&
    (match.externalId === undefined || match.externalId === externalIdOf(body))
  );
}

function isOrAny<Value>(wanted: Value | undefined, actual: Value): boolean {
  return wanted === undefined || wanted === actual;
}

function externalIdOf(body: Uint8Array): unknown {
  const event: { readonly data?: { readonly externalId?: unknown } } = JSON.parse(
    new TextDecoder().decode(body),
  );
  return event.data?.externalId;
}
