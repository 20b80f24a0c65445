import { setTimeout as sleep } from 'node:timers/promises';
import { dynamoStore } from '@screening-webhooks/aws/dynamodb';
import { STORE_OPTIONS } from '../aws-inbox.mjs';
import { untilFlag } from '../flags.mjs';
import { recorder, stepsOf } from '../record.mjs';
import { createTable, openDynamo } from '../servers/aws-clients.mjs';
import { until } from '../until.mjs';

const LEASE = 1000;
const LIMIT = 30_000;
const RETENTION = 600_000;
const OPERATIONS = ['extend', 'commit', 'release'];

/**
 * Process A is frozen with claims, and B takes them over. A thaws and still acts as their holder: none of its writes may count.
 *
 * @param storeOf Creates the store of both processes.
 */
export const frozenHolder = (storeOf) => ({
  name: 'a frozen holder: dynamoStore',
  server: 'aws',

  async drill(stage) {
    const { port } = await stage.proxy();
    await createTable(port);
    const client = openDynamo(port);
    stage.onEnd(() => client.destroy());
    const store = dynamoStore(client, STORE_OPTIONS);
    const steps = (step, worker) =>
      stepsOf(stage.entries(), step).filter((entry) => entry.worker === worker);

    const a = await stage.start('A', { port });
    await until(() => steps('start', 'A').length === OPERATIONS.length, LIMIT);
    a.freeze();
    await stage.start('B', { port });
    await until(() => steps('start', 'B').length === OPERATIONS.length, LIMIT);
    const tookOver = steps('start', 'B').length === OPERATIONS.length;
    stage.setFlag('A may end');
    a.thaw();
    const answersOfA = () => [...steps('true', 'A'), ...steps('false', 'A')];
    await until(() => answersOfA().length === OPERATIONS.length, LIMIT);
    const others = await Promise.all(OPERATIONS.map((key) => store.claim(key, 'C', LEASE)));
    stage.setFlag('B may end');
    await until(() => steps('end', 'B').length > 0, LIMIT);
    const later = await Promise.all(OPERATIONS.map((key) => store.claim(key, 'C', LEASE)));
    const keysWhere = (claims, isWrong) => OPERATIONS.filter((_, index) => isWrong(claims[index]));
    return {
      'not taken over': tookOver ? [] : ['by B'],
      'without an answer': answersOfA().length === OPERATIONS.length ? [] : ['A'],
      'written by A': steps('true', 'A').map(({ event }) => event),
      'free while B holds it': keysWhere(others, (claim) => typeof claim === 'string'),
      'not committed by B': steps('false', 'B').map(({ event }) => event),
      forgotten: keysWhere(later, (claim) => claim !== 'done'),
    };
  },

  async worker(context) {
    const store = await storeOf(openDynamo(context.port));
    const record = recorder(context.record, context.name);
    const claimAll = async () => {
      for (const key of OPERATIONS) {
        while ((await store.claim(key, context.name, LEASE)) !== 'acquired') await sleep(100);
        record('start', key);
      }
    };
    // The driver continues meanwhile.
    void (async () => {
      await claimAll();
      // B renews its claims, like a receiver.
      const extendAll = () =>
        Promise.all(OPERATIONS.map((key) => store.extend(key, context.name, LEASE)));
      const renewal = context.name === 'B' ? setInterval(extendAll, LEASE / 3) : undefined;
      await untilFlag(context.folder, `${context.name} may end`);
      clearInterval(renewal);
      for (const key of OPERATIONS) {
        const operation = context.name === 'A' ? key : 'commit';
        record(String(await store[operation](key, context.name, RETENTION)), key);
      }
      record('end', 'all');
    })();
  },
});

export const scenario = frozenHolder((client) => dynamoStore(client, STORE_OPTIONS));
