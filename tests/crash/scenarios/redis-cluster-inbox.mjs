import { setTimeout as sleep } from 'node:timers/promises';
import { redisInbox } from '@screening-webhooks/redis/inbox';
import { eventOf, storeAll, workAndRecord } from '../inboxes.mjs';
import { overlaps, stepsOf } from '../record.mjs';
import { openCluster } from '../servers/clients.mjs';
import { CLIENT_TIMEOUT } from '../service-time.mjs';
import { until } from '../until.mjs';

const EVENTS = 60;
const LINES = 6;
const DOWNTIME_MS = 1000;
const LIMIT = 30_000;
const PREFIX = '{screening-webhooks}';

const IDS = Array.from({ length: EVENTS }, (_, number) => `event ${number}`);
const numberOf = (id) => Number(id.split(' ')[1]);
const lineOf = (id) => `line ${numberOf(id) % LINES}`;

/** The node that holds the inbox is killed and starts again from its file while a worker processes events. */
export const scenario = {
  name: 'three-node Redis Cluster: redisInbox',
  server: 'redisCluster',

  async drill(stage) {
    const ports = stage.server.nodes.map(({ port }) => port);
    const { inbox, close } = open(ports);
    await stage.start('worker', { port: ports });
    const storing = storeUntilAcked(inbox);
    await until(() => stepsOf(stage.entries(), 'processed').length > EVENTS / 6, LIMIT);
    const node = await stage.server.nodeOf(PREFIX);
    await node.crash();
    await sleep(DOWNTIME_MS);
    await node.start();
    await storing;
    const processed = (id) => stepsOf(stage.entries(), 'processed', id);
    await until(() => IDS.every((id) => processed(id).length > 0), LIMIT);
    const deadLetters = (await inbox.deadLetters()).map(({ event }) => event.id);
    close();

    const order = [...new Set(stepsOf(stage.entries(), 'processed').map(({ event }) => event))];
    return {
      missing: IDS.filter((id) => processed(id).length === 0),
      overlapping: overlaps(stage.entries(), lineOf),
      disordered: order.filter((id, index) =>
        order
          .slice(0, index)
          .some((other) => lineOf(other) === lineOf(id) && numberOf(other) > numberOf(id)),
      ),
      'dead letters': deadLetters,
    };
  },

  async worker(context) {
    const { inbox } = open(context.port);
    await workAndRecord(inbox, context, () => sleep(20), { concurrency: 4 });
  },
};

function open(ports) {
  const connection = openCluster(ports);
  const inbox = redisInbox({
    connection,
    prefix: PREFIX,
    timeout: CLIENT_TIMEOUT,
    lease: 1000,
    attempts: 5,
    orderBy: 'verificationId',
  });
  return { inbox, close: () => connection.disconnect() };
}

/** Stores the events one by one. Like the service, retries events that were not acked. */
async function storeUntilAcked(inbox) {
  for (const id of IDS) {
    await until(
      () =>
        storeAll(inbox, [eventOf(id, lineOf(id))]).then(
          () => true,
          () => false,
        ),
      LIMIT,
    );
  }
}
