import { setTimeout as sleep } from 'node:timers/promises';
import { untilFlag } from '../flags.mjs';
import { eventOf, inboxes, storeAll, workAndRecord } from '../inboxes.mjs';
import { overlaps, stepsOf } from '../record.mjs';
import { until } from '../until.mjs';

const OPTIONS = { lease: 1000, attempts: 5, backoff: 50, orderBy: 'verificationId' };
const LIMIT = 15_000;
// Long enough for a worker to start what a wrong ending has released. A slow machine can only hide a flaw.
const TIME_TO_ERR_MS = 1500;

const EVENTS = ['success 1', 'success 2', 'failure 1', 'failure 2'];
const lineOf = (id) => id.split(' ')[0];

/** Worker A is frozen in two handlers, B takes over its events, and A thaws and ends both while B still runs them. */
export const thawAndComplete = (inbox) => ({
  name: `thaw and complete: ${inbox.name}`,
  server: inbox.server,

  async drill(stage) {
    const { port } = await stage.proxy();
    await inbox.prepare(port);
    const { inbox: store, close } = inbox.open(port, OPTIONS);
    await storeAll(
      store,
      EVENTS.map((id) => eventOf(id, lineOf(id))),
    );
    const starts = (worker) =>
      stepsOf(stage.entries(), 'start').filter((entry) => entry.worker === worker).length;
    const ends = (step, worker) =>
      stepsOf(stage.entries(), step).filter((entry) => entry.worker === worker).length;

    const a = await stage.start('A', { port });
    const began = await until(() => starts('A') >= 2, LIMIT);
    a.freeze();
    await stage.start('B', { port });
    const tookOver = await until(() => starts('B') >= 2, LIMIT);
    stage.setFlag('A may end');
    a.thaw();
    await until(() => ends('processed', 'A') + ends('failed', 'A') >= 2, LIMIT);
    await sleep(TIME_TO_ERR_MS);
    stage.setFlag('B may end');
    const processed = (id) => stepsOf(stage.entries(), 'processed', id);
    await until(() => EVENTS.every((id) => processed(id).length > 0), LIMIT);

    const entries = stage.entries();
    const deadLetters = (await store.deadLetters()).map(({ event }) => event.id);
    close();
    return {
      'not begun': began ? [] : ['by A'],
      'not taken over': tookOver ? [] : ['by B'],
      overlapping: overlaps(entries, lineOf),
      // A and B once each, the second of a line once.
      'run again': EVENTS.filter(
        (id) => stepsOf(entries, 'start', id).length > (id.endsWith('1') ? 2 : 1),
      ),
      'not processed': EVENTS.filter((id) => processed(id).length === 0),
      'dead letters': deadLetters,
    };
  },

  async worker(context) {
    const { inbox: queue } = inbox.open(context.port, OPTIONS);
    const handle = async ({ id }) => {
      if (id.endsWith('2')) return;
      await untilFlag(context.folder, `${context.name} may end`);
      if (context.name === 'A' && id === 'failure 1') return { kind: 'failed', error: 'too late' };
    };
    await workAndRecord(queue, context, handle, { concurrency: 4 });
  },
});

export const scenarios = inboxes.map(thawAndComplete);
