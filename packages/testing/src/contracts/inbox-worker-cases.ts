import type { DispatchOutcome, EventEnvelope } from '@screening-webhooks/core';
import { type ContractCase, mustEqual, mustHold } from './contract.js';
import { createGate } from './gate.js';
import { eventOf, failed, type InboxCase, processed, store } from './inbox-harness.js';
import { sleep } from './wait-until.js';

// Milliseconds that a wrong implementation gets to show its fault. A correct one passes whatever the machine does
// meanwhile, so this can be short.
const FAULT_WINDOW = 200;

/** How workers share events, keep their order, pause and stop. */
export function workerCases(inboxCase: InboxCase): readonly ContractCase[] {
  return [
    inboxCase('starts nothing while paused, and still stores', {}, async (context) => {
      await context.inbox.pause();
      mustEqual('store', await store(context.inbox, eventOf('evt_paused')), 'stored');
      const seen = await context.record();
      await sleep(FAULT_WINDOW);
      mustEqual('while paused', seen, []);
      await context.inbox.resume();
      await context.until('processed', () => seen.length > 0);
    }),
    inboxCase(
      'keeps the order of each verification',
      { orderBy: 'verificationId' },
      async (context) => {
        for (let step = 1; step <= 5; step += 1) {
          for (const verificationId of ['dv_a', 'dv_b']) {
            await store(context.inbox, eventOf(`evt_${verificationId}_${step}`, verificationId));
          }
        }
        const seen: string[] = [];
        const running = new Set<string>();
        const overlaps: string[] = [];
        await context.work(
          async ({ id }) => {
            const verification = id.slice(4, 8);
            if (running.has(verification)) overlaps.push(id);
            running.add(verification);
            await sleep(id.endsWith('_1') ? 20 : 1);
            running.delete(verification);
            // The first of each fails once: the later ones have to wait for its retry.
            if (id.endsWith('_1') && !seen.includes(`${id} failed`)) {
              seen.push(`${id} failed`);
              return failed;
            }
            seen.push(id);
            return processed;
          },
          { concurrency: 4 },
        );
        await context.until('all', () => seen.length === 12);
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
    inboxCase('processes no more at once than `concurrency`', {}, async (context) => {
      for (let index = 0; index < 12; index += 1)
        await store(context.inbox, eventOf(`evt_${index}`));
      let running = 0;
      let most = 0;
      let done = 0;
      await context.work(
        async () => {
          running += 1;
          most = Math.max(most, running);
          await sleep(10);
          running -= 1;
          done += 1;
          return processed;
        },
        { concurrency: 3 },
      );
      await context.until('all', () => done === 12);
      mustHold('at most 3 at once', most <= 3, most);
    }),
    inboxCase('shares the events between workers, and runs each once', {}, async (context) => {
      const other = await context.reopen();
      const seen: string[] = [];
      const process = async ({ id }: EventEnvelope): Promise<DispatchOutcome> => {
        seen.push(id);
        await sleep(1);
        return processed;
      };
      await context.work(process);
      await context.work(process, {}, other);
      const ids = Array.from({ length: 30 }, (_, index) => `evt_${index}`);
      await Promise.all(ids.map((id) => store(context.inbox, eventOf(id))));
      await context.until('all', () => new Set(seen).size === 30);
      await context.afterRetry();
      mustEqual('runs', seen.length, 30);
    }),
    inboxCase('waits for running handlers when it stops', {}, async (context) => {
      await store(context.inbox, eventOf('evt_running'));
      const gate = createGate();
      const started: string[] = [];
      let ended = false;
      const worker = await context.work(async ({ id }) => {
        started.push(id);
        await gate.passed;
        await sleep(FAULT_WINDOW);
        ended = true;
        return processed;
      });
      await context.until('started', () => started.length > 0);
      const stopping = worker.stop();
      gate.open();
      await stopping;
      mustEqual('the handler has ended', ended, true);
      const later = Array.from({ length: 10 }, (_, index) => `evt_after_stop_${index}`);
      for (const id of later) await store(context.inbox, eventOf(id));
      const seen = await context.record();
      await context.until('the next worker', () => seen.length >= later.length);
      mustEqual('runs of the stopped worker', started, ['evt_running']);
      mustEqual('left for the next worker', seen.map(({ id }) => id).sort(), later);
    }),
    inboxCase(
      'returns an event that a worker could not finish before its stop timeout',
      {},
      async (context) => {
        await store(context.inbox, eventOf('evt_stuck'));
        let signal: AbortSignal | undefined;
        const worker = await context.work((_event, run) => {
          signal = run.signal;
          return new Promise((resolve) => {
            run.signal.addEventListener('abort', () => resolve(failed));
          });
        });
        await context.until('started', () => signal !== undefined);
        await worker.stop({ timeout: 20 });
        mustEqual('aborted', signal?.aborted, true);
        const seen = await context.record();
        await context.until('tried again', () => seen.length > 0);
      },
    ),
  ];
}
