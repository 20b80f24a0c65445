import { PermanentError } from '@screening-webhooks/core';
import { type ContractCase, mustEqual, mustHold } from './contract.js';
import { eventOf, failed, type InboxCase, processed, store, untilDead } from './inbox-harness.js';

/** Retries, dead letters and replays. */
export function retryCases(inboxCase: InboxCase): readonly ContractCase[] {
  return [
    inboxCase('retries a failed event after a wait', { backoff: 200 }, async (context) => {
      await store(context.inbox, eventOf('evt_flaky'));
      const times: number[] = [];
      await context.work(async () => {
        times.push(Date.now());
        return times.length < 3 ? failed : processed;
      });
      await context.until('three attempts', () => times.length === 3);
      const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      mustHold(
        'a wait before each retry',
        waits.every((wait) => wait >= 150),
        waits,
      );
      await context.afterRetry();
      mustEqual('attempts', times.length, 3);
      mustEqual('dead letters', (await context.inbox.deadLetters()).length, 0);
    }),
    inboxCase(
      'makes an event a dead letter after its last attempt',
      { attempts: 2 },
      async (context) => {
        await store(context.inbox, eventOf('evt_dead'));
        let attempts = 0;
        await context.work(async () => {
          attempts += 1;
          return failed;
        });
        const letters = await untilDead(context);
        mustEqual('attempts', [attempts, letters[0]?.attempts], [2, 2]);
        mustEqual('id', letters[0]?.event.id, 'evt_dead');
        mustHold(
          'a reason',
          letters[0]?.reason.includes('database is down') ?? false,
          letters[0]?.reason,
        );
        mustEqual(
          'a further delivery',
          await store(context.inbox, eventOf('evt_dead')),
          'duplicate',
        );
      },
    ),
    inboxCase('keeps the reason of an error with odd text', { attempts: 1 }, async (context) => {
      await store(context.inbox, eventOf('evt_odd_error'));
      await context.work(async () => ({ kind: 'failed', error: new Error('odd: \0 \ud800 text') }));
      const letters = await untilDead(context);
      mustHold('its reason', letters[0]?.reason.includes('odd: ') ?? false, letters[0]?.reason);
    }),
    inboxCase('does not retry a discarded or an ignored event', {}, async (context) => {
      const seen: string[] = [];
      await store(context.inbox, eventOf('evt_discarded'));
      await store(context.inbox, eventOf('evt_ignored'));
      await context.work(async ({ id }) => {
        seen.push(id);
        if (id === 'evt_ignored') return { kind: 'ignored' };
        return { kind: 'discarded', error: new PermanentError('no such candidate') };
      });
      await context.until('both', () => seen.length >= 2);
      await context.afterRetry();
      mustEqual('runs', [...seen].sort(), ['evt_discarded', 'evt_ignored']);
      mustEqual('dead letters', (await context.inbox.deadLetters()).length, 0);
    }),
    inboxCase('makes a rejected event a dead letter at once', {}, async (context) => {
      await store(context.inbox, eventOf('evt_rejected'));
      let attempts = 0;
      await context.work(async () => {
        attempts += 1;
        return { kind: 'rejected', rejection: { ok: false, code: 'data_invalid' } };
      });
      const letters = await untilDead(context);
      mustEqual('attempts', [attempts, letters[0]?.event.id], [1, 'evt_rejected']);
    }),
    inboxCase(
      'counts a process function that throws as a failure',
      { attempts: 2 },
      async (context) => {
        await store(context.inbox, eventOf('evt_thrown'));
        await context.work(async () => {
          throw new Error('thrown');
        });
        const letters = await untilDead(context);
        mustHold('its reason', letters[0]?.reason.includes('thrown') ?? false, letters[0]?.reason);
      },
    ),
    inboxCase('replays a dead letter by its id', { attempts: 1 }, async (context) => {
      await store(context.inbox, eventOf('evt_again'));
      let fixed = false;
      const seen: string[] = [];
      await context.work(async ({ id }) => {
        if (!fixed) return failed;
        seen.push(id);
        return processed;
      });
      await untilDead(context);
      fixed = true;
      mustEqual('replayed', await context.inbox.replay({ id: 'evt_again' }), 1);
      await context.until('processed', () => seen.length > 0);
      mustEqual('dead letters', (await context.inbox.deadLetters()).length, 0);
    }),
    inboxCase(
      'replays the events received in a period, done events included',
      {},
      async (context) => {
        const runs: string[] = [];
        const base = Date.now();
        for (const [index, id] of ['evt_before', 'evt_within', 'evt_after'].entries()) {
          const entry = { key: `int:${id}`, receivedAt: base + index * 10_000 };
          await context.inbox.store(eventOf(id), entry);
        }
        await context.work(async ({ id }) => {
          runs.push(id);
          return processed;
        });
        await context.until('all', () => runs.length === 3);
        // An event whose run has ended may not be recorded as done yet, and is then not there to replay.
        let replayed = 0;
        await context.until('a replayed event', async () => {
          replayed = await context.inbox.replay({ since: base + 5000, until: base + 15_000 });
          return replayed > 0;
        });
        mustEqual('replayed', replayed, 1);
        await context.until('one more', () => runs.length === 4);
        mustEqual('which', runs[3], 'evt_within');
        mustEqual(
          'replayed dead letters',
          await context.inbox.replay({ since: 0, deadOnly: true }),
          0,
        );
      },
    ),
  ];
}
