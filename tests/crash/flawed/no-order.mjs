import { scenario as redisInboxScenario } from '../scenarios/redis-inbox.mjs';

export const scenario = {
  ...redisInboxScenario,
  name: 'inbox without orderBy',
  flaw: 'disordered',
  receiver: (context) => open(context).receiver,
  async worker(context) {
    const { inbox, receiver } = open(context);
    await inbox.work(receiver.dispatch, { concurrency: 20 });
  },
};

function open(context) {
  return redisInboxScenario.open(context, { orderBy: undefined }, { maxDelayBefore: 1500 });
}
