import { type ContractCase, mustEqual, mustHold } from './contract.js';
import { createGate } from './gate.js';
import { eventOf, failed, type InboxCase, processed, store } from './inbox-harness.js';

/** Cases of `orderBy` when events fail or take long. */
export function orderCases(inboxCase: InboxCase): readonly ContractCase[] {
  return [
    inboxCase(
      'starts the next event of an order when the one before it is given up',
      { orderBy: 'verificationId', attempts: 2 },
      async (context) => {
        for (const id of ['evt_1', 'evt_2', 'evt_3']) await store(context.inbox, eventOf(id));
        const seen: string[] = [];
        await context.work(async ({ id }) => {
          seen.push(id);
          return id === 'evt_1' ? failed : processed;
        });
        await context.until('the last', () => seen.includes('evt_3'));
        mustEqual('runs', seen, ['evt_1', 'evt_1', 'evt_2', 'evt_3']);
        const letters = await context.inbox.deadLetters();
        mustEqual(
          'dead letters',
          letters.map(({ event }) => event.id),
          ['evt_1'],
        );
      },
    ),
    inboxCase(
      'runs an event of another order while many wait behind a running one',
      { orderBy: 'verificationId' },
      async (context) => {
        const gate = createGate();
        const waiting = Array.from({ length: 40 }, (_, index) => `evt_waiting_${index}`);
        for (const id of waiting) await store(context.inbox, eventOf(id, 'dv_slow'));
        const seen: string[] = [];
        await context.work(
          async ({ id }) => {
            seen.push(id);
            if (id === waiting[0]) await gate.passed;
            return processed;
          },
          { concurrency: 2 },
        );
        await context.until('the slow one', () => seen.length > 0);
        await store(context.inbox, eventOf('evt_free', 'dv_free'));
        await context.until('the other order', () => seen.includes('evt_free'));
        mustHold('none of those behind the slow one', seen.length === 2, seen);
        gate.open();
        await context.until('all', () => seen.length === waiting.length + 1);
        mustEqual(
          'order',
          seen.filter((id) => id !== 'evt_free'),
          waiting,
        );
      },
    ),
  ];
}
