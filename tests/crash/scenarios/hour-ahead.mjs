import { setTimeout as sleep } from 'node:timers/promises';
import { eventOf, inboxes, storeAll, workAndRecord } from '../inboxes.mjs';
import { overlaps, readRecord, recorder, stepsOf } from '../record.mjs';
import { until } from '../until.mjs';

const LEASE = 1000;
const OPTIONS = { lease: LEASE, attempts: 5, backoff: 1500, orderBy: 'verificationId' };
const LIMIT = 20_000;

const IDS = Array.from({ length: 12 }, (_, number) => `event ${number}`);
const lineOf = (id) => (id === 'long' ? id : `line ${Number(id.split(' ')[1]) % 6}`);

/** One of two workers has a clock that is an hour ahead. Each event fails once, and one event runs for several leases. */
export const hourAhead = (inbox) => ({
  name: `a worker an hour ahead: ${inbox.name}`,
  server: inbox.server,

  async drill(stage) {
    const { port } = await stage.proxy();
    await inbox.prepare(port);
    const { inbox: store, close } = inbox.open(port, OPTIONS);
    const steps = (step, event) => stepsOf(stage.entries(), step, event);

    await stage.start('right', { port });
    await storeAll(store, [eventOf('long', 'long')]);
    await until(() => steps('start', 'long').length > 0, LIMIT);
    const ahead = await stage.start('ahead', { port, anHourAhead: true });
    await until(() => steps('processed', 'long').length > 0, LIMIT);
    await storeAll(
      store,
      IDS.map((id) => eventOf(id, lineOf(id))),
    );
    // The retries that it has scheduled are then left to the other worker.
    const hasFailed = ({ worker }) => worker === 'ahead';
    const failed = await until(() => steps('failed').some(hasFailed), LIMIT);
    ahead.end();
    const processed = (id) => steps('processed', id);
    await until(() => IDS.every((id) => processed(id).length > 0), LIMIT);
    const deadLetters = (await store.deadLetters()).map(({ event }) => event.id);
    close();
    return {
      'not begun': failed ? [] : ['by the worker ahead'],
      overlapping: overlaps(stage.entries(), lineOf),
      stalled: ['long', ...IDS].filter((id) => processed(id).length === 0),
      'dead letters': deadLetters,
    };
  },

  async worker(context) {
    const { inbox: queue } = inbox.open(context.port, OPTIONS);
    const handle = async ({ id }) => {
      if (id === 'long') {
        // The worker with the wrong clock must have time to take the event.
        await until(() => stepsOf(readRecord(context.record), 'working').length > 0, LIMIT);
        await sleep(2.5 * LEASE);
      } else {
        await sleep(50);
      }
      const failedBefore = stepsOf(readRecord(context.record), 'failed', id).length > 0;
      if (id !== 'long' && !failedBefore) return { kind: 'failed', error: 'the first time' };
    };
    await workAndRecord(queue, context, handle, { concurrency: 2 });
    if (context.name === 'ahead') recorder(context.record, context.name)('working', 'no event');
  },
});

export const scenarios = inboxes.map(hourAhead);
