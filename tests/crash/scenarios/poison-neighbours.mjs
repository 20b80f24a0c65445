import { setTimeout as sleep } from 'node:timers/promises';
import { eventOf, inboxes, storeAll, workAndRecord } from '../inboxes.mjs';
import { stepsOf } from '../record.mjs';
import { until } from '../until.mjs';

const POISON = 'poison';
const NEIGHBOURS = Array.from({ length: 9 }, (_, number) => `neighbour ${number}`);
const OPTIONS = { lease: 1000, attempts: 2, backoff: 50 };
const LIMIT = 40_000;

/** One event kills its worker whenever it runs, while nine others run beside it. */
export const poisonNeighbours = (inbox) => ({
  name: `poison neighbours: ${inbox.name}`,
  server: inbox.server,
  mayDie: true,

  async drill(stage) {
    const { port } = await stage.proxy();
    await inbox.prepare(port);
    const { inbox: store, close } = inbox.open(port, OPTIONS);
    const ids = NEIGHBOURS.toSpliced(4, 0, POISON);
    await storeAll(
      store,
      ids.map((id) => eventOf(id, id)),
    );
    // All are stored first, so that the poison takes all of them down at its first run.
    await stage.start('worker', { port });
    const given = async () => (await store.deadLetters()).map(({ event }) => event.id);
    const processed = () =>
      new Set(stepsOf(stage.entries(), 'processed').map(({ event }) => event));
    const ended = async () => (await given()).length + processed().size >= ids.length;
    await until(ended, LIMIT);
    const deadLetters = await given();
    close();
    return {
      'not processed': NEIGHBOURS.filter((id) => !processed().has(id)),
      'dead letters': deadLetters.filter((id) => id !== POISON),
      'still alive': deadLetters.includes(POISON) ? [] : [POISON],
    };
  },

  async worker(context) {
    const { inbox: queue } = inbox.open(context.port, OPTIONS);
    const handle = async ({ id }) => {
      if (id === POISON) {
        // Its neighbours have started by then.
        await sleep(50);
        process.kill(process.pid, 'SIGKILL');
      }
      await sleep(150);
    };
    await workAndRecord(queue, context, handle, { concurrency: 10 });
  },
});

export const scenarios = inboxes.map(poisonNeighbours);
