import {
  type EventEnvelope,
  type InboxOptions,
  type InboxWorker,
  type MaybePromise,
  PermanentError,
  type WorkableInbox,
} from '@screening-webhooks/core';
import { fixture } from '../fixture.js';
import { type ContractCase, mustEqual, mustHold } from './contract.js';

/** How the contract gets at an inbox. */
export interface InboxHarness {
  /** An empty inbox with these options, on storage that no other case sees. */
  readonly create: (options: InboxOptions) => MaybePromise<InboxUnderTest>;
  /** Milliseconds within which an idle worker must have noticed a stored event. Default 15,000. */
  readonly patience?: number;
}

/** An inbox of one case. */
export interface InboxUnderTest {
  readonly inbox: WorkableInbox;
  /** Another instance on the same storage: another process, as far as it goes. */
  readonly reopen: () => MaybePromise<WorkableInbox>;
  readonly close?: () => MaybePromise<void>;
}

type Dispatched = Awaited<ReturnType<Parameters<WorkableInbox['work']>[0]>>;

const processed: Dispatched = { kind: 'processed' };
const failed: Dispatched = { kind: 'failed', error: new Error('the database is down') };

/** What every inbox with workers must do, as cases for any test runner. Cases may run side by side. */
export function inboxContract({
  create,
  patience = 15_000,
}: InboxHarness): readonly ContractCase[] {
  function inboxCase(
    name: string,
    options: InboxOptions,
    body: (bench: Bench) => Promise<void>,
  ): ContractCase {
    const run = async (): Promise<void> => {
      const { inbox, reopen, close } = await create({ backoff: 50, ...options });
      const workers: InboxWorker[] = [];
      const work: WorkableInbox['work'] = async (process, workOptions) => {
        const worker = await inbox.work(process, workOptions);
        workers.push(worker);
        return worker;
      };
      const until = (what: string, holds: () => boolean): Promise<void> =>
        waitUntil(what, holds, patience);
      try {
        await body({ inbox, reopen, work, until });
      } finally {
        await Promise.all(workers.map((worker) => worker.stop({ timeout: 100 })));
        await close?.();
      }
    };
    return { name, catches: [], run };
  }

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
      const process = async ({ id }: EventEnvelope): Promise<Dispatched> => {
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

interface Bench {
  readonly inbox: WorkableInbox;
  readonly reopen: InboxUnderTest['reopen'];
  readonly work: WorkableInbox['work'];
  readonly until: (what: string, holds: () => boolean) => Promise<void>;
}

function eventOf(id: string, verificationId = 'dv_1'): EventEnvelope {
  return fixture('document_verification.recorded', { id, data: { verificationId } });
}

async function store(inbox: WorkableInbox, event: EventEnvelope): Promise<string> {
  return inbox.store(event, { key: `int:${event.id}`, receivedAt: Date.now() });
}

async function untilDead({ inbox, until }: Bench): ReturnType<WorkableInbox['deadLetters']> {
  let letters = await inbox.deadLetters();
  let asking = false;
  await until('a dead letter', () => {
    if (!asking && letters.length === 0) {
      asking = true;
      void inbox.deadLetters().then((found) => {
        letters = found;
        asking = false;
      });
    }
    return letters.length > 0;
  });
  return letters;
}

async function waitUntil(what: string, holds: () => boolean, patience: number): Promise<void> {
  const end = Date.now() + patience;
  while (!holds()) {
    mustHold(`${what} within ${patience} ms`, Date.now() < end, false);
    await pause(20);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// A store may give back the keys of an object in another order (jsonb does).
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, nested]) => [key, sorted(nested)]));
}
