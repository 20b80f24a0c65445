import { type Ack, createReceiver, memoryStore } from '@screening-webhooks/core';
import { contest } from '../measure/contest.js';
import type { Effort } from '../measure/effort.js';
import type { Row } from '../measure/row.js';
import { deliveryOfSize, type SizedDelivery, secret, toDelivery } from './delivery-of-size.js';
import { floorOf } from './floor.js';
import { receiverByHand } from './receiver-by-hand.js';

// More than a receiver remembers, so that every delivery is a new event.
const DELIVERIES = 2000;
const REMEMBERED = 1500;

type Handler = () => unknown;

interface Variant {
  readonly name: string;
  readonly handler: Handler;
  readonly ofFloor: number;
  readonly ofByHand: number;
}

const variants: readonly Variant[] = [
  {
    name: 'async handler',
    handler: async () => {},
    // The floor has neither header, clock, claim nor deadline; the deadline's timer alone is an eighth of it.
    ofFloor: 0.52,
    // By hand, nothing checks what the store answers, and nothing renews a lease or gives a handler up.
    ofByHand: 0.7,
  },
  {
    name: 'handler that returns at once',
    handler: () => {},
    // As above, without the timer: a deadline is started only when there is something to wait for.
    ofFloor: 0.64,
    // By hand, the timer is set before the handler is called.
    ofByHand: 0.88,
  },
];

/** The whole pipeline with the memory store and a handler that does nothing: every delivery is processed. */
export async function receiveSubject(effort: Effort): Promise<readonly Row[]> {
  const deliveries = await Promise.all(
    Array.from({ length: DELIVERIES }, (_, index) => deliveryOfSize(1024, { id: `evt_${index}` })),
  );
  const floors = deliveries.map(floorOf);
  const next = cycle(floors);
  const ours = (name: string): string => `receiver.receive, ${name}`;
  const byHand = (name: string): string => `by hand with a claim and a deadline, ${name}`;
  const candidates = variants.flatMap(({ name, handler }) => [
    [byHand(name), receivesByHand(deliveries, handler)] as const,
    [ours(name), receives(deliveries, handler)] as const,
  ]);
  return contest(
    effort,
    { subject: 'receive', contest: '1 KB, memory store' },
    { floor: () => next()(), ...Object.fromEntries(candidates) },
    variants.flatMap(({ name, ofFloor, ofByHand }) => [
      { name: ours(name), against: 'floor', budget: ofFloor },
      { name: ours(name), against: byHand(name), budget: ofByHand },
    ]),
  );
}

function receives(signed: readonly SizedDelivery[], handler: Handler): () => unknown {
  const dedupe = memoryStore({ maxEntries: REMEMBERED });
  const receiver = createReceiver({ secret, dedupe, handlers: { '*': handler } });
  const next = cycle(signed.map(toDelivery));
  return () => receiver.receive(next()).then(({ outcome }: Ack) => mustBeProcessed(outcome.kind));
}

function receivesByHand(signed: readonly SizedDelivery[], handler: Handler): () => unknown {
  const receive = receiverByHand(handler, REMEMBERED);
  const next = cycle(signed);
  return () => receive(next()).then(mustBeProcessed);
}

function mustBeProcessed(outcome: string): void {
  if (outcome !== 'processed') throw new Error(outcome);
}

function cycle<T>(items: readonly T[]): () => T {
  let index = 0;
  return () => {
    index = (index + 1) % items.length;
    const item = items[index];
    if (item === undefined) throw new Error('There is nothing to cycle through.');
    return item;
  };
}
