import { lane as redisInbox } from '../lanes/redis-inbox.mjs';

export const lane = {
  ...redisInbox,
  name: 'worker: done before it works',
  flaw: 'missing',
  async worker(place) {
    const { inbox, receiver } = redisInbox.open(place);
    await inbox.work(async (event) => {
      setTimeout(receiver.dispatch, 500, event);
      return { kind: 'processed' };
    });
  },
};
