import { setTimeout as sleep } from 'node:timers/promises';
import { untilFlag } from '../flags.mjs';
import { eventOf, inboxes, storeAll, workAndRecord } from '../inboxes.mjs';
import { stepsOf } from '../record.mjs';
import { until } from '../until.mjs';

const LEASE = 2000;
const OPTIONS = { lease: LEASE, attempts: 5, backoff: 50, orderBy: 'verificationId' };
const LIMIT = 20_000;
// For a machine that runs the timer of a signal late.
const TOLERANCE_MS = LEASE / 2;
// Long enough for a worker to start an event that was wrongly released. A slow machine can only hide a flaw.
const TIME_TO_ERR_MS = 1000;

/** The network stops between worker A and the server. A's handler must know before B begins its event. */
export const partitionedWorker = (inbox) => ({
  name: `partitioned worker: ${inbox.name}`,
  server: inbox.server,

  async drill(stage) {
    const { port } = await stage.proxy();
    const network = await stage.proxy();
    await inbox.prepare(port);
    const { inbox: store, close } = inbox.open(port, OPTIONS);
    await storeAll(store, [eventOf('first', 'line'), eventOf('second', 'line')]);
    const step = (kind, worker, event) =>
      stepsOf(stage.entries(), kind, event).find((entry) => entry.worker === worker);

    await stage.start('A', { port: network.port });
    await until(() => step('start', 'A', 'first'), LIMIT);
    // The lease was renewed at least once by then.
    await sleep(LEASE / 2);
    network.partition();
    await stage.start('B', { port });
    await until(() => step('start', 'B', 'first'), LIMIT);
    await until(() => step('abort', 'A', 'first'), TOLERANCE_MS);
    const begun = step('start', 'B', 'first');
    const aborted = step('abort', 'A', 'first');

    network.heal();
    stage.setFlag('A may end');
    await sleep(TIME_TO_ERR_MS);
    const early = step('start', 'A', 'second') ?? step('start', 'B', 'second');
    stage.setFlag('B may end');
    const processed = () => stepsOf(stage.entries(), 'processed', 'second').length > 0;
    const finished = await until(processed, LIMIT);
    close();
    return {
      'not taken over': begun ? [] : ['by B'],
      'without a signal': inTime(aborted, begun) ? [] : ['A, when B began'],
      disordered: early ? ['second'] : [],
      'run again': stepsOf(stage.entries(), 'start', 'first').length > 2 ? ['first'] : [],
      'not processed': finished ? [] : ['second'],
    };
  },

  async worker(context) {
    const { inbox: queue } = inbox.open(context.port, OPTIONS);
    const handle = async ({ id }) => {
      if (id === 'first') await untilFlag(context.folder, `${context.name} may end`);
    };
    await workAndRecord(queue, context, handle, { concurrency: 2 });
  },
});

function inTime(aborted, begun) {
  return aborted && begun && aborted.at <= begun.at + TOLERANCE_MS;
}

export const scenarios = inboxes.map(partitionedWorker);
