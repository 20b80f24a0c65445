import { type Ack, createReceiver, type Delivery, memoryStore } from '@screening-webhooks/core';
import { contest } from '../measure/contest.js';
import type { Row } from '../measure/row.js';
import { deliveryOfSize, secret, toDelivery } from './delivery-of-size.js';
import { floorOf } from './floor.js';

// More than the store remembers, so that every delivery is a new event.
const DELIVERIES = 2000;
const REMEMBERED = 1500;

const handlers: Readonly<Record<string, () => unknown>> = {
  'receiver.receive, async handler': async () => {},
  'receiver.receive, handler that returns at once': () => {},
};

/** The whole pipeline with the memory store and a handler that does nothing: every delivery is processed. */
export async function receiveSubject(): Promise<readonly Row[]> {
  const signed = await Promise.all(
    Array.from({ length: DELIVERIES }, (_, index) => deliveryOfSize(1024, { id: `evt_${index}` })),
  );
  const floors = signed.map(floorOf);
  const floorTurn = turns();
  const deliveries = signed.map(toDelivery);
  const candidates = Object.entries(handlers).map(
    ([name, handler]) => [name, receiving(deliveries, handler)] as const,
  );
  return contest(
    { subject: 'receive', contest: '1 KB, memory store' },
    { floor: () => floors[floorTurn()]?.(), ...Object.fromEntries(candidates) },
    candidates.map(([name]) => ({ name, against: 'floor', budget: 0.9 })),
  );
}

function receiving(deliveries: readonly Delivery[], handler: () => unknown): () => unknown {
  const dedupe = memoryStore({ maxEntries: REMEMBERED });
  const receiver = createReceiver({ secret, dedupe, handlers: { '*': handler } });
  const turn = turns();
  return () => {
    const delivery = deliveries[turn()];
    return delivery && receiver.receive(delivery).then(mustBeProcessed);
  };
}

function mustBeProcessed({ outcome }: Ack): void {
  if (outcome.kind !== 'processed') throw new Error(outcome.kind);
}

function turns(): () => number {
  let next = 0;
  return () => {
    next = (next + 1) % DELIVERIES;
    return next;
  };
}
