// Verifications, and how the service must end them.
import { setTimeout as sleep } from 'node:timers/promises';
import { insist } from './api.mjs';

const number = (value) => ({
  documentConfigSlug: 'rn-license',
  formData: { licenseNumber: value },
});
const completed = (attemptCount) => ({
  status: 'VERIFIED',
  type: 'document_verification.completed',
  attemptCount,
});
const failed = (attemptCount) => ({
  status: 'FAILED',
  type: 'document_verification.failed',
  attemptCount,
});
const recorded = { status: 'RECORDED', type: 'document_verification.recorded', attemptCount: 0 };

const kinds = [
  { document: number('RN-1234'), expected: completed(1) },
  { document: number('SBX-NOTFOUND-1'), expected: failed(1) },
  { document: number('SBX-RETRY-1'), expected: completed(2) },
  { document: number('SBX-OK-1'), expected: completed(1) },
  { document: number('SBX-DOWN-1'), expected: failed(3) },
  { document: number('SBX-DISCIPLINE-1'), expected: completed(1) },
  {
    document: { documentConfigSlug: 'tb-test', formData: { holderName: 'Maria Ortiz' } },
    expected: recorded,
  },
  { document: number('SBX-SLOW-1'), expected: completed(1) },
];

/** @returns `{ externalId, body, expected }` for each. */
export function ordersFor(count, integrationId, prefix = 'order') {
  return Array.from({ length: count }, (_, index) => {
    const { document, expected } = kinds[index % kinds.length];
    const externalId = `${prefix}-${index}`;
    return { externalId, body: { ...document, state: 'CA', integrationId, externalId }, expected };
  });
}

/** The request that creates the verification of an order, however often it is sent. */
export function requestOf({ externalId, body }) {
  return {
    method: 'POST',
    path: '/v1/document-verifications',
    body,
    headers: { 'idempotency-key': externalId },
  };
}

// On a busy machine the client waits.
const MAX_IN_FLIGHT = 40;

/**
 * Sends the orders at a constant rate to the processes in turn, each until it is accepted.
 *
 * @param progress `sent` is the number of orders sent so far; this function increments it.
 * @returns the orders that no process has accepted.
 */
export async function sendOrders(orders, services, { perSecond, limit, progress, answers }) {
  const refused = [];
  const inFlight = new Set();
  for (const [index, order] of orders.entries()) {
    await sleep(1000 / perSecond);
    while (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight);
    const sending = insist(services, requestOf(order), { first: index, limit, answers }).then(
      (created) => {
        inFlight.delete(sending);
        if (!created) refused.push(order.externalId);
      },
    );
    inFlight.add(sending);
    progress.sent += 1;
  }
  await Promise.all(inFlight);
  return refused;
}
