import { changeEvent } from './change-event.js';
import type { Expectation, Fault } from './fault.js';
import { planDelivery } from './plan-delivery.js';

const manner = (expected: Expectation) => ({ transferMode: 'at once', expected }) as const;

/** Several deliveries in place of one. */
export const repeatedFaults: readonly Fault[] = [
  {
    kind: 'duplicate',
    summary: 'the same event twice in sequence; both acknowledged, one handled',
    aliases: [],
    transferMode: 'at once',
    counted: true,
    async plan(body, { count = 2, ...target }) {
      const first = await planDelivery(body, target, {}, manner('ack'));
      // A second later each, so that every copy has a signature of its own.
      const copies = further(count).map((skew) =>
        planDelivery(body, target, { skew }, manner('duplicate')),
      );
      return [first, ...(await Promise.all(copies))];
    },
  },
  {
    kind: 'duplicate_concurrent',
    summary: 'the same event twice at once; one acknowledged, the other acknowledged or 409',
    aliases: ['race'],
    transferMode: 'at once',
    concurrent: true,
    counted: true,
    async plan(body, { count = 2, ...target }) {
      const delivery = await planDelivery(body, target, {}, manner('ack or busy'));
      return [delivery, ...further(count).map(() => delivery)];
    },
  },
  {
    kind: 'burst',
    summary: 'ten events at once, each with its own id; all acknowledged',
    aliases: [],
    transferMode: 'at once',
    concurrent: true,
    counted: true,
    async plan(body, { count = 10, ...target }) {
      const first = await planDelivery(body, target, {}, manner('ack'));
      const others = further(count).map((number) =>
        planDelivery(renumbered(body, number + 1), target, {}, manner('ack')),
      );
      return [first, ...(await Promise.all(others))];
    },
  },
];

/** 1, 2, … for the deliveries after the first. */
function further(count: number): readonly number[] {
  return Array.from({ length: count - 1 }, (_, index) => index + 1);
}

// The object gets a new id too: a receiver may tell results apart by it.
function renumbered(body: string, number: number): string {
  const copy = (value: unknown): string => `${value}_${number}`;
  return changeEvent(({ event, data }) => ({
    ...event,
    id: copy(event['id']),
    data:
      'verificationId' in data ? { ...data, verificationId: copy(data['verificationId']) } : data,
  }))(body);
}
