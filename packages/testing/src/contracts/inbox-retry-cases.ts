import { PermanentError } from '@screening-webhooks/core';
import { type ContractCase, mustEqual, mustHold } from './contract.js';
import {
  eventOf,
  failed,
  type InboxCase,
  pause,
  processed,
  store,
  untilDead,
} from './inbox-harness.js';

/** When an event is tried again, given up, or replayed. */
export function retryCases(inboxCase: InboxCase): readonly ContractCase[] {
  return [
    inboxCase('tries again after a failure, later', { backoff: 200 }, async (bench) => {
      await store(bench.inbox, eventOf('evt_flaky'));
      const times: number[] = [];
      await bench.work(async () => {
        times.push(Date.now());
        return times.length < 3 ? failed : processed;
      });
      await bench.until('three attempts', () => times.length === 3);
      const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      mustHold(
        'a wait before each further attempt',
        waits.every((wait) => wait >= 150),
        waits,
      );
      await pause(500);
      mustEqual('attempts', times.length, 3);
      mustEqual('dead letters', (await bench.inbox.deadLetters()).length, 0);
    }),
    inboxCase('gives an event up when its attempts are used up', { attempts: 2 }, async (bench) => {
      await store(bench.inbox, eventOf('evt_dead'));
      let attempts = 0;
      await bench.work(async () => {
        attempts += 1;
        return failed;
      });
      const letters = await untilDead(bench);
      mustEqual('attempts', [attempts, letters[0]?.attempts], [2, 2]);
      mustEqual('id', letters[0]?.event.id, 'evt_dead');
      mustHold(
        'a reason',
        letters[0]?.reason.includes('database is down') ?? false,
        letters[0]?.reason,
      );
      mustEqual('a further delivery', await store(bench.inbox, eventOf('evt_dead')), 'duplicate');
    }),
    inboxCase('does not try again what was discarded or ignored', {}, async (bench) => {
      const seen: string[] = [];
      await store(bench.inbox, eventOf('evt_discarded'));
      await store(bench.inbox, eventOf('evt_ignored'));
      await bench.work(async ({ id }) => {
        seen.push(id);
        if (id === 'evt_ignored') return { kind: 'ignored' };
        return { kind: 'discarded', error: new PermanentError('no such candidate') };
      });
      await bench.until('both', () => seen.length >= 2);
      await pause(400);
      mustEqual('runs', [...seen].sort(), ['evt_discarded', 'evt_ignored']);
      mustEqual('dead letters', (await bench.inbox.deadLetters()).length, 0);
    }),
    inboxCase('gives a rejected event up at once', {}, async (bench) => {
      await store(bench.inbox, eventOf('evt_rejected'));
      let attempts = 0;
      await bench.work(async () => {
        attempts += 1;
        return { kind: 'rejected', rejection: { ok: false, code: 'data_invalid' } };
      });
      const letters = await untilDead(bench);
      mustEqual('attempts', [attempts, letters[0]?.event.id], [1, 'evt_rejected']);
    }),
    inboxCase('counts a process that throws as a failure', { attempts: 2 }, async (bench) => {
      await store(bench.inbox, eventOf('evt_thrown'));
      await bench.work(async () => {
        throw new Error('thrown');
      });
      const letters = await untilDead(bench);
      mustHold('its reason', letters[0]?.reason.includes('thrown') ?? false, letters[0]?.reason);
    }),
    inboxCase('replays a dead letter by its id', { attempts: 1 }, async (bench) => {
      await store(bench.inbox, eventOf('evt_again'));
      let mended = false;
      const seen: string[] = [];
      await bench.work(async ({ id }) => {
        if (!mended) return failed;
        seen.push(id);
        return processed;
      });
      await untilDead(bench);
      mended = true;
      mustEqual('replayed', await bench.inbox.replay({ id: 'evt_again' }), 1);
      await bench.until('processed', () => seen.length > 0);
      mustEqual('dead letters', (await bench.inbox.deadLetters()).length, 0);
    }),
    inboxCase('replays what was received in a span of time, done events too', {}, async (bench) => {
      const runs: string[] = [];
      const base = Date.now();
      for (const [index, id] of ['evt_before', 'evt_within', 'evt_after'].entries()) {
        const entry = { key: `int:${id}`, receivedAt: base + index * 10_000 };
        await bench.inbox.store(eventOf(id), entry);
      }
      await bench.work(async ({ id }) => {
        runs.push(id);
        return processed;
      });
      await bench.until('all', () => runs.length === 3);
      await pause(300);
      const replayed = await bench.inbox.replay({ since: base + 5000, until: base + 15_000 });
      mustEqual('replayed', replayed, 1);
      await bench.until('one more', () => runs.length === 4);
      mustEqual('which', runs[3], 'evt_within');
      mustEqual('of the dead alone', await bench.inbox.replay({ since: 0, deadOnly: true }), 0);
    }),
  ];
}
