import { type Ack, createReceiver, memoryStore } from '@screening-webhooks/core';
import { contest } from '../measure/contest.js';
import type { Effort } from '../measure/effort.js';
import type { Row } from '../measure/row.js';
import {
  deliveryOfSize,
  type SizedDelivery,
  secret,
  toDelivery,
  toRequest,
} from './delivery-of-size.js';
import { floorOf } from './floor.js';
import { fullReceiverByHand } from './full-receiver-by-hand.js';
import { receiverByHand } from './receiver-by-hand.js';

// More than a receiver remembers, so that every delivery is a new event.
const DELIVERIES = 2000;
const REMEMBERED = 1500;
const OURS = 'receiver.receive';
const PLAIN = 'by hand with a claim and a deadline';

type Handler = () => unknown;

interface Variant {
  readonly name: string;
  readonly handler: Handler;
}

const variants: readonly Variant[] = [
  { name: 'async handler', handler: async () => {} },
  { name: 'handler that returns at once', handler: () => {} },
];

// The floor has neither header, clock, claim nor deadline; the deadline's timer alone is an eighth of it.
const OF_FLOOR = 0.36;
// By hand with the same promises. With fewer of them (`by hand with a claim and a deadline`) the row is information.
const PEERS = [
  { peer: 'by hand, same promises', withSignal: false, budget: 0.8 },
  { peer: 'by hand, same promises and a signal', withSignal: true, budget: 0.8 },
] as const;

/** The whole pipeline with the memory store and a handler that does nothing: every delivery is processed. */
export async function receiveSubject(effort: Effort): Promise<readonly Row[]> {
  const deliveries = await Promise.all(
    Array.from({ length: DELIVERIES }, (_, index) => deliveryOfSize(1024, { id: `evt_${index}` })),
  );
  const floors = deliveries.map(floorOf);
  const next = cycle(floors);
  const named = (what: string, { name }: Variant): string => `${what}, ${name}`;
  const candidates = variants.flatMap((variant) => [
    [named(OURS, variant), receives(deliveries, variant.handler)] as const,
    [named(PLAIN, variant), receivesByHand(deliveries, variant.handler)] as const,
    ...PEERS.map(
      ({ peer, withSignal }) =>
        [named(peer, variant), receivesFully(deliveries, variant.handler, withSignal)] as const,
    ),
  ]);
  return contest(
    effort,
    { subject: 'receive', contest: '1 KB, memory store' },
    { floor: () => next()(), ...Object.fromEntries(candidates) },
    variants.flatMap((variant) => {
      const name = named(OURS, variant);
      return [
        { name, against: 'floor', budget: OF_FLOOR },
        ...PEERS.map(({ peer, budget }) => ({ name, against: named(peer, variant), budget })),
        { name, against: named(PLAIN, variant) },
      ];
    }),
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

function receivesFully(
  signed: readonly SizedDelivery[],
  handler: Handler,
  withSignal: boolean,
): () => unknown {
  const { receive } = fullReceiverByHand({ '*': handler }, { remembered: REMEMBERED, withSignal });
  const next = cycle(signed.map(toRequest));
  return () => receive(next()).then(({ outcome }) => mustBeProcessed(outcome));
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
