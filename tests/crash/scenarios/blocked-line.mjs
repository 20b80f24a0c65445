import { untilFlag } from '../flags.mjs';
import { eventOf, inboxes, storeAll, workAndRecord } from '../inboxes.mjs';
import { stepsOf } from '../record.mjs';
import { until } from '../until.mjs';

const BLOCKED = 6000;
const OPTIONS = { lease: 2000, attempts: 5, backoff: 50, orderBy: 'verificationId' };
const LIMIT = 8000;
const AN_HOUR_S = 3600;

/** Thousands of events wait behind a running event, and behind an event that waits for its retry. Another line continues. */
export const blockedLine = (inbox) => ({
  name: `blocked line, ${BLOCKED} events: ${inbox.name}`,
  server: inbox.server,

  async drill(stage) {
    const { port } = await stage.proxy({ latency: 0 });
    await inbox.prepare(port);
    const { inbox: store, close } = inbox.open(port, OPTIONS);
    await storeAll(store, [eventOf('runs', 'line 1'), eventOf('waits', 'line 2')]);
    const blocked = Array.from({ length: BLOCKED }, (_, number) =>
      eventOf(`blocked ${number}`, `line ${1 + (number % 2)}`),
    );
    await storeAll(store, blocked, 50);
    await stage.start('worker', { port });
    const blocking = () =>
      stepsOf(stage.entries(), 'start', 'runs').length > 0 &&
      stepsOf(stage.entries(), 'failed', 'waits').length > 0;
    const begun = await until(blocking, LIMIT);
    await storeAll(store, [eventOf('other', 'line 3')]);
    const processed = () => stepsOf(stage.entries(), 'processed', 'other').length > 0;
    const finished = await until(processed, LIMIT);
    close();
    return {
      'not begun': begun ? [] : ['the heads of the lines'],
      starved: finished ? [] : ['other'],
      disordered: stage
        .entries()
        .filter(({ event }) => event?.startsWith('blocked'))
        .map(({ event }) => event),
    };
  },

  async worker(context) {
    const { inbox: queue } = inbox.open(context.port, OPTIONS);
    const handle = async ({ id }) => {
      if (id === 'waits') return { kind: 'failed', error: 'not yet', retryAfter: AN_HOUR_S };
      if (id === 'runs') await untilFlag(context.folder, 'never');
    };
    await workAndRecord(queue, context, handle, { concurrency: 10 });
  },
});

export const scenarios = inboxes.map(blockedLine);
