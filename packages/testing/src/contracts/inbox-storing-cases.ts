import type { EventEnvelope } from '@screening-webhooks/core';
import { type ContractCase, mustEqual } from './contract.js';
import { eventOf, type InboxCase, pause, processed, sorted, store } from './inbox-harness.js';

/** What `store` says, and what it keeps. */
export function storingCases(inboxCase: InboxCase): readonly ContractCase[] {
  return [
    inboxCase('hands a stored event to a worker, as it was stored', {}, async (bench) => {
      const event = { ...eventOf('evt_1'), related: { kept: 'Zoë' } };
      mustEqual('store', await store(bench.inbox, event), 'stored');
      const seen: EventEnvelope[] = [];
      await bench.work(async (each) => {
        seen.push(each);
        return processed;
      });
      await bench.until('processed', () => seen.length > 0);
      mustEqual('event', sorted(seen[0]), sorted(event));
    }),
    inboxCase('keeps what was stored for the next process', {}, async (bench) => {
      await store(bench.inbox, eventOf('evt_kept'));
      const next = await bench.reopen();
      const seen: string[] = [];
      const worker = await next.work(async ({ id }) => {
        seen.push(id);
        return processed;
      });
      await bench.until('processed', () => seen.length > 0);
      await worker.stop();
      mustEqual('ids', seen, ['evt_kept']);
    }),
    inboxCase('knows an id that waits, and an id that is done', {}, async (bench) => {
      const event = eventOf('evt_twice');
      mustEqual('first', await store(bench.inbox, event), 'stored');
      mustEqual('while it waits', await store(bench.inbox, event), 'duplicate');
      const seen: string[] = [];
      await bench.work(async ({ id }) => {
        seen.push(id);
        return processed;
      });
      await bench.until('processed', () => seen.length > 0);
      await pause(300);
      mustEqual('when it is done', await store(bench.inbox, event), 'duplicate');
      mustEqual('in another process', await store(await bench.reopen(), event), 'duplicate');
      await pause(300);
      mustEqual('runs', seen.length, 1);
    }),
    inboxCase('stores one of twenty at once', {}, async (bench) => {
      const event = eventOf('evt_race');
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => store(bench.inbox, event)),
      );
      mustEqual('stored', answers.filter((answer) => answer === 'stored').length, 1);
    }),
    inboxCase('tells equal ids of different name spaces apart', {}, async (bench) => {
      const event = eventOf('evt_shared');
      const at = Date.now();
      const first = await bench.inbox.store(event, { key: 'a:evt_shared', receivedAt: at });
      const second = await bench.inbox.store(event, { key: 'b:evt_shared', receivedAt: at });
      mustEqual('both', [first, second], ['stored', 'stored']);
    }),
  ];
}
