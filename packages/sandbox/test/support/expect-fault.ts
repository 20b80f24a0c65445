import type { Fault } from '@screening-webhooks/testing/faults';
import { expect } from 'vitest';
import type { Sandbox } from '../../src/handle/sandbox.js';
import { faultOutcome } from './fault-outcome.js';

/** The app under test. */
interface TriedApp {
  /** The `externalId` of a verification that the app knows. */
  readonly externalId: string;
  /** The number of events that the app has acted on. */
  readonly effects: () => Promise<number> | number;
}

/** Sends an event with a fault to an app, then moves the clock. The app must end up as if there had been no fault. */
export async function expectFault(
  sandbox: Sandbox,
  fault: Fault,
  { externalId, effects }: TriedApp,
): Promise<void> {
  const { requests, statuses, error, handled, handledInTheEnd } = faultOutcome(fault);
  const { events } = await sandbox.trigger({
    type: 'document_verification.completed',
    set: { 'data.externalId': externalId },
    fault: fault.kind,
  });
  await sandbox.clock.settle();
  expect(handled).toContain(await effects());
  await sandbox.clock.advance('15m');
  expect(await effects()).toBe(handledInTheEnd);

  const path = { id: events[0]?.deliveryIds[0] ?? '' };
  const { data } = await sandbox.api.GET('/v1/webhook-deliveries/{id}', { params: { path } });
  const { status, attempts = [] } = data ?? {};
  const faulted = attempts.slice(0, requests);
  expect(faulted.map((attempt) => attempt.fault)).toEqual(Array(requests).fill(fault.kind));
  if (error) expect(faulted).toMatchObject([{ state: 'failed', error: { code: error } }]);
  else {
    // An app may refuse with another status than its receiver.
    const answered = faulted.map(({ responseStatus }) => classOf(responseStatus));
    expect(statuses.map(classOf)).toEqual(expect.arrayContaining(answered));
    // Of two concurrent deliveries, one is acked.
    expect(answered).toContain(classOf(statuses[0]));
  }
  const genuine = faulted[0]?.state === 'failed' ? [{ fault: null, responseStatus: 200 }] : [];
  expect(attempts.slice(requests)).toMatchObject(genuine);
  expect(status).toBe('succeeded');
}

/** 2 for every 2xx, 4 for every 4xx. */
function classOf(status: number | null | undefined): number {
  return Math.floor((status ?? 0) / 100);
}
