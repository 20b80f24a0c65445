import { scenario as redisInboxScenario } from '../scenarios/redis-inbox.mjs';

export const scenario = {
  ...redisInboxScenario,
  name: 'worker completes before it runs',
  flaw: 'missing',
  async worker(context) {
    const { inbox, receiver } = redisInboxScenario.open(context);
    await inbox.work(async (event) => {
      setTimeout(receiver.dispatch, 500, event);
      return { kind: 'processed' };
    });
  },
};
