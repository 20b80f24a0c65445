import { createReceiver, memoryStore } from '@screening-webhooks/core';
import { contest } from '../measure/contest.js';
import type { Row } from '../measure/row.js';
import { deliveryOfSize, secret, toDelivery } from './delivery-of-size.js';
import { floorOf } from './floor.js';

// More than the store remembers, so that every delivery is a new event.
const DELIVERIES = 2000;
const REMEMBERED = 1500;

/** The whole pipeline with the memory store and a handler that does nothing: every delivery is processed. */
export async function receiveSubject(): Promise<readonly Row[]> {
  const deliveries = await Promise.all(
    Array.from({ length: DELIVERIES }, (_, index) => deliveryOfSize(1024, { id: `evt_${index}` })),
  );
  const receiver = createReceiver({
    secret,
    dedupe: memoryStore({ maxEntries: REMEMBERED }),
    handlers: { '*': async () => {} },
  });
  const floors = deliveries.map(floorOf);
  const floorTurn = turns();
  const ownTurn = turns();
  const candidates = {
    floor: () => floors[floorTurn()]?.(),
    'receiver.receive': async () => {
      const delivery = deliveries[ownTurn()];
      if (!delivery) throw new Error('No delivery.');
      const { outcome } = await receiver.receive(toDelivery(delivery));
      if (outcome.kind !== 'processed') throw new Error(outcome.kind);
    },
  };
  return contest({ subject: 'receive', contest: '1 KB, memory store' }, candidates, [
    { name: 'receiver.receive', against: 'floor', budget: 0.9 },
  ]);
}

function turns(): () => number {
  let next = 0;
  return () => {
    next = (next + 1) % DELIVERIES;
    return next;
  };
}
