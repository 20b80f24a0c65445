import { setTimeout as sleep } from 'node:timers/promises';
import { untilFlag } from '../flags.mjs';
import { eventOf, inboxes, storeAll, workAndRecord } from '../inboxes.mjs';
import { overlaps, stepsOf } from '../record.mjs';
import { until } from '../until.mjs';

const OPTIONS = { lease: 1000, attempts: 5, backoff: 50, orderBy: 'verificationId' };
const LIMIT = 15_000;
// Long enough for a worker to start an event that was wrongly released. A slow machine can only hide a flaw.
const TIME_TO_ERR_MS = 1500;

const lineOf = (id) => id.split(' ')[0];

/** Worker A is frozen in a handler, B takes over its event, and A thaws and ends it while B still runs it. */
export const thawAndComplete = (inbox) => ({
  name: `thaw and complete: ${inbox.name}`,
  server: inbox.server,

  async drill(stage) {
    const { port } = await stage.proxy();
    await inbox.prepare(port);
    const { inbox: store, close } = inbox.open(port, OPTIONS);
    const failures = {
      'not taken over': [],
      overlapping: [],
      'run again': [],
      'not processed': [],
    };
    // How A ends the event.
    for (const ending of ['success', 'failure']) {
      const [first, second] = [`${ending} 1`, `${ending} 2`];
      const steps = (kind, event, worker) =>
        stepsOf(stage.entries(), kind, event).filter((step) => !worker || step.worker === worker);
      const [nameA, nameB] = [`A ${ending}`, `B ${ending}`];

      await storeAll(
        store,
        [first, second].map((id) => eventOf(id, ending)),
      );
      const a = await stage.start(nameA, { port });
      await until(() => steps('start', first, nameA).length > 0, LIMIT);
      a.freeze();
      const b = await stage.start(nameB, { port });
      const tookOver = await until(() => steps('start', first, nameB).length > 0, LIMIT);
      if (!tookOver) failures['not taken over'].push(first);
      stage.setFlag(`${nameA} may end`);
      a.thaw();
      const ended = () => [...steps('processed', first), ...steps('failed', first)].length > 0;
      await until(ended, LIMIT);
      await sleep(TIME_TO_ERR_MS);
      stage.setFlag(`${nameB} may end`);
      const processed = (id) => steps('processed', id, id === first ? nameB : undefined).length > 0;
      await until(() => processed(first) && processed(second), LIMIT);
      a.end();
      b.end();
      // A and B.
      if (steps('start', first).length > 2) failures['run again'].push(first);
      if (steps('start', second).length > 1) failures['run again'].push(second);
      failures['not processed'].push(...[first, second].filter((id) => !processed(id)));
    }
    failures.overlapping = overlaps(stage.entries(), lineOf);
    failures['dead letters'] = (await store.deadLetters()).map(({ event }) => event.id);
    close();
    return failures;
  },

  async worker(context) {
    const { inbox: queue } = inbox.open(context.port, OPTIONS);
    const handle = async ({ id }) => {
      if (id.endsWith('2')) return;
      await untilFlag(context.folder, `${context.name} may end`);
      if (context.name === 'A failure') return { kind: 'failed', error: 'too late' };
    };
    await workAndRecord(queue, context, handle, { concurrency: 4 });
  },
});

export const scenarios = inboxes.map(thawAndComplete);
