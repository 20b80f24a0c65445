import { dynamoStore } from '@screening-webhooks/aws/dynamodb';
import { STORE_OPTIONS } from '../aws-inbox.mjs';
import { recorder, stepsOf } from '../record.mjs';
import { createTable, openDynamo } from '../servers/aws-clients.mjs';
import { until } from '../until.mjs';

const LEASE = 60_000;
const LIMIT = 30_000;
const ATTEMPTS = 3;

/**
 * A process whose clock is an hour ahead of DynamoDB's gets no claims, whether they are held or free.
 *
 * @param storeOf Creates its store.
 */
export const hourAhead = (storeOf) => ({
  name: 'a receiver an hour ahead: dynamoStore',
  server: 'aws',

  async drill(stage) {
    const { port } = await stage.proxy();
    await createTable(port);
    const client = openDynamo(port);
    stage.onEnd(() => client.destroy());
    const store = dynamoStore(client, STORE_OPTIONS);
    await store.claim('held', 'right', LEASE);
    await stage.start('ahead', { port, anHourAhead: true });
    const answers = () => stage.entries().filter(({ step }) => step !== 'end');
    await until(() => stepsOf(stage.entries(), 'end').length > 0, LIMIT);
    const isHeld = await store.extend('held', 'right', LEASE);
    // The process releases the claim that it wrote by its clock. Nobody awaits the release.
    const isFree = async () => (await store.claim('free', 'right', LEASE)) === 'acquired';
    const becomesFree = await until(isFree, LIMIT / 3);
    const committed = await store.commit('held', 'right', LEASE);
    return {
      'without an answer': answers().length === 2 * ATTEMPTS ? [] : [String(answers().length)],
      'claimed by a wrong clock': answers()
        .filter(({ step }) => step !== 'ClockSkewError')
        .map(({ step, event }) => `${event}: ${step}`),
      'taken over': isHeld && committed ? [] : ['held'],
      'left behind': becomesFree ? [] : ['free'],
    };
  },

  async worker(context) {
    const store = await storeOf(openDynamo(context.port));
    const record = recorder(context.record, context.name);
    const claim = async (key) => {
      try {
        return JSON.stringify(await store.claim(key, context.name, LEASE));
      } catch ({ name }) {
        return name;
      }
    };
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      for (const key of ['held', 'free']) record(await claim(key), key);
    }
    record('end', 'all');
  },
});

export const scenario = hourAhead((client) => dynamoStore(client, STORE_OPTIONS));
