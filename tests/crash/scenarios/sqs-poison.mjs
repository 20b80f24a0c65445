import { setTimeout as sleep } from 'node:timers/promises';
import { sqsQueue } from '../aws-inbox.mjs';
import { eventOf, storeAll, workAndRecord } from '../inboxes.mjs';
import { stepsOf } from '../record.mjs';
import { until } from '../until.mjs';

const POISON = 'poison';
const NEIGHBOURS = Array.from({ length: 3 }, (_, number) => `neighbour ${number}`);
const OPTIONS = { lease: 1000, backoff: 1000 };
const LIMIT = 70_000;
// The second is while the claim of the dead holder lasts, so that one death is enough.
const ATTEMPTS = 2;

/**
 * One event kills its worker whenever it runs. A queue counts each time that it gives a message: of a worker that has several at
 * once, the others would be counted too.
 */
export const sqsPoison = (concurrency) => ({
  name: 'poison: sqsInbox',
  server: 'aws',
  mayDie: true,

  async drill(stage) {
    const queue = sqsQueue({ fifo: false, attempts: ATTEMPTS });
    const { port } = await stage.proxy();
    await queue.prepare(port);
    const { inbox, close } = queue.open(port, OPTIONS);
    const ids = NEIGHBOURS.toSpliced(1, 0, POISON);
    await storeAll(
      inbox,
      ids.map((id) => eventOf(id, id)),
    );
    await stage.start('worker', { port });
    const processed = () =>
      new Set(stepsOf(stage.entries(), 'processed').map(({ event }) => event));
    const dead = async () => (await inbox.deadLetters()).map(({ event }) => event.id);
    const haveEnded = async () => {
      // A request for each look.
      await sleep(300);
      return (await dead()).length + processed().size >= ids.length;
    };
    await until(haveEnded, LIMIT);
    const deadLetters = await dead();
    close();
    return {
      'not processed': NEIGHBOURS.filter((id) => !processed().has(id)),
      'dead letters': deadLetters.filter((id) => id !== POISON),
      'still alive': deadLetters.includes(POISON) ? [] : [POISON],
    };
  },

  async worker(context) {
    const { inbox } = sqsQueue({ fifo: false }).open(context.port, OPTIONS);
    const handle = async ({ id }) => {
      if (id === POISON) {
        // Its neighbours have started by then.
        await sleep(200);
        process.kill(process.pid, 'SIGKILL');
      }
      await sleep(400);
    };
    await workAndRecord(inbox, context, handle, { concurrency });
  },
});

export const scenario = sqsPoison(1);
