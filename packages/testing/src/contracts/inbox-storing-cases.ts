import { type ContractCase, mustEqual } from './contract.js';
import { eventOf, type InboxCase, processed, sortKeys, store } from './inbox-harness.js';
import { ODD_TEXTS } from './odd-texts.js';

/** Cases of the value that `store` returns, and of the event that it keeps. */
export function storingCases(inboxCase: InboxCase): readonly ContractCase[] {
  return [
    inboxCase('passes a stored event to a worker, unchanged', {}, async (context) => {
      const event = { ...eventOf('evt_1'), related: { kept: 'Zoë' } };
      mustEqual('store', await store(context.inbox, event), 'stored');
      const seen = await context.record();
      await context.until('processed', () => seen.length > 0);
      mustEqual('event', sortKeys(seen[0]), sortKeys(event));
    }),
    inboxCase('keeps text that a database may reject', {}, async (context) => {
      const odd = { nul: 'a\0b', unpaired: '\ud83d', quote: `'"\\`, ['__proto__']: 'own' };
      const event = { ...eventOf('evt_odd'), related: odd };
      mustEqual('store', await store(context.inbox, event), 'stored');
      const seen = await context.record();
      await context.until('processed', () => seen.length > 0);
      mustEqual('event', sortKeys(seen[0]), sortKeys(event));
    }),
    inboxCase('keeps an event as deep as a receiver takes it', {}, async (context) => {
      const levels = 511;
      const related: unknown = JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
      const event = { ...eventOf('evt_deep'), related };
      mustEqual('store', await store(context.inbox, event), 'stored');
      const seen = await context.record();
      await context.until('processed', () => seen.length > 0);
      mustEqual('event', sortKeys(seen[0]), sortKeys(event));
    }),
    inboxCase('keeps a stored event for the next process', {}, async (context) => {
      await store(context.inbox, eventOf('evt_kept'));
      const next = await context.reopen();
      const seen: string[] = [];
      const worker = await next.work(async ({ id }) => {
        seen.push(id);
        return processed;
      });
      await context.until('processed', () => seen.length > 0);
      await worker.stop();
      mustEqual('ids', seen, ['evt_kept']);
    }),
    inboxCase('recognizes an id that waits, and an id that is done', {}, async (context) => {
      const event = eventOf('evt_twice');
      mustEqual('first', await store(context.inbox, event), 'stored');
      mustEqual('while it waits', await store(context.inbox, event), 'duplicate');
      const seen = await context.record();
      await context.until('processed', () => seen.length > 0);
      await context.afterRetry();
      mustEqual('when it is done', await store(context.inbox, event), 'duplicate');
      mustEqual('in another process', await store(await context.reopen(), event), 'duplicate');
      await context.afterRetry();
      mustEqual('runs', seen.length, 1);
    }),
    inboxCase('stores one of twenty equal events that arrive at once', {}, async (context) => {
      const event = eventOf('evt_race');
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => store(context.inbox, event)),
      );
      mustEqual('stored', answers.filter((answer) => answer === 'stored').length, 1);
    }),
    inboxCase('keeps ids apart that UTF-8 cannot tell apart', {}, async (context) => {
      const ids = ODD_TEXTS.map((text) => `evt_${text}`);
      const seen = await context.record();
      const answers = await Promise.all(ids.map((id) => store(context.inbox, eventOf(id))));
      mustEqual('stored', new Set(answers), new Set(['stored']));
      await context.until('all processed', () => seen.length >= ids.length);
      mustEqual('ids', seen.map(({ id }) => id).sort(), [...ids].sort());
      mustEqual('again', await store(context.inbox, eventOf(ids[0] ?? '')), 'duplicate');
    }),
    inboxCase('keeps equal ids of different namespaces apart', {}, async (context) => {
      const event = eventOf('evt_shared');
      const at = Date.now();
      const first = await context.inbox.store(event, { key: 'a:evt_shared', receivedAt: at });
      const second = await context.inbox.store(event, { key: 'b:evt_shared', receivedAt: at });
      mustEqual('both', [first, second], ['stored', 'stored']);
    }),
  ];
}
