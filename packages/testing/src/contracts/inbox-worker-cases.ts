import type { DispatchOutcome, EventEnvelope } from '@screening-webhooks/core';
import { type ContractCase, mustEqual, mustHold } from './contract.js';
import { eventOf, failed, type InboxCase, pause, processed, store } from './inbox-harness.js';

/** How workers share, order, pause and stop. */
export function workerCases(inboxCase: InboxCase): readonly ContractCase[] {
  return [
    inboxCase('starts nothing while paused, and stores all the same', {}, async (bench) => {
      await bench.inbox.pause();
      mustEqual('store', await store(bench.inbox, eventOf('evt_paused')), 'stored');
      const seen: string[] = [];
      await bench.work(async ({ id }) => {
        seen.push(id);
        return processed;
      });
      await pause(1000);
      mustEqual('while paused', seen, []);
      await bench.inbox.resume();
      await bench.until('processed', () => seen.length > 0);
    }),
    inboxCase(
      'keeps the order of each verification',
      { orderBy: 'verificationId' },
      async (bench) => {
        for (let step = 1; step <= 5; step += 1) {
          for (const verificationId of ['dv_a', 'dv_b']) {
            await store(bench.inbox, eventOf(`evt_${verificationId}_${step}`, verificationId));
          }
        }
        const seen: string[] = [];
        const running = new Set<string>();
        const overlaps: string[] = [];
        await bench.work(
          async ({ id }) => {
            const verification = id.slice(4, 8);
            if (running.has(verification)) overlaps.push(id);
            running.add(verification);
            await pause(id.endsWith('_1') ? 60 : 5);
            running.delete(verification);
            // The first of each fails once: what comes after it has to wait for it.
            if (id.endsWith('_1') && !seen.includes(`${id} failed`)) {
              seen.push(`${id} failed`);
              return failed;
            }
            seen.push(id);
            return processed;
          },
          { concurrency: 4 },
        );
        await bench.until('all', () => seen.length === 12);
        mustEqual('overlaps', overlaps, []);
        for (const verification of ['dv_a', 'dv_b']) {
          const own = seen.filter((id) => id.includes(verification) && !id.includes('failed'));
          mustEqual(
            'order',
            own,
            [1, 2, 3, 4, 5].map((step) => `evt_${verification}_${step}`),
          );
        }
      },
    ),
    inboxCase('processes no more at once than it was told', {}, async (bench) => {
      for (let index = 0; index < 12; index += 1) await store(bench.inbox, eventOf(`evt_${index}`));
      let running = 0;
      let most = 0;
      let done = 0;
      await bench.work(
        async () => {
          running += 1;
          most = Math.max(most, running);
          await pause(30);
          running -= 1;
          done += 1;
          return processed;
        },
        { concurrency: 3 },
      );
      await bench.until('all', () => done === 12);
      mustHold('at most 3 at once', most <= 3, most);
    }),
    inboxCase('shares the events among workers, each once', {}, async (bench) => {
      const other = await bench.reopen();
      const seen: string[] = [];
      const process = async ({ id }: EventEnvelope): Promise<DispatchOutcome> => {
        seen.push(id);
        await pause(5);
        return processed;
      };
      await bench.work(process);
      const second = await other.work(process);
      const ids = Array.from({ length: 30 }, (_, index) => `evt_${index}`);
      await Promise.all(ids.map((id) => store(bench.inbox, eventOf(id))));
      await bench.until('all', () => new Set(seen).size === 30);
      await pause(300);
      await second.stop();
      mustEqual('runs', seen.length, 30);
    }),
    inboxCase('stops after what is under way', {}, async (bench) => {
      await store(bench.inbox, eventOf('evt_running'));
      let started = false;
      let ended = false;
      const worker = await bench.work(async () => {
        started = true;
        await pause(300);
        ended = true;
        return processed;
      });
      await bench.until('started', () => started);
      await worker.stop();
      mustEqual('the handler has ended', ended, true);
      await store(bench.inbox, eventOf('evt_after_stop'));
      await pause(500);
      const seen: string[] = [];
      await bench.work(async ({ id }) => {
        seen.push(id);
        return processed;
      });
      await bench.until('the next worker', () => seen.length > 0);
      mustEqual('left for the next worker', seen, ['evt_after_stop']);
    }),
    inboxCase('gives back what a worker could not end in time', {}, async (bench) => {
      await store(bench.inbox, eventOf('evt_stuck'));
      let signal: AbortSignal | undefined;
      const worker = await bench.work((_event, context) => {
        signal = context.signal;
        return new Promise((resolve) => {
          context.signal.addEventListener('abort', () => resolve(failed));
        });
      });
      await bench.until('started', () => signal !== undefined);
      await worker.stop({ timeout: 100 });
      mustEqual('aborted', signal?.aborted, true);
      const seen: string[] = [];
      await bench.work(async ({ id }) => {
        seen.push(id);
        return processed;
      });
      await bench.until('tried again', () => seen.length > 0);
    }),
  ];
}
