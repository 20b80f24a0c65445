import { lane as redisInbox } from '../lanes/redis-inbox.mjs';

export const lane = {
  ...redisInbox,
  name: 'inbox without orderBy',
  flaw: 'disordered',
  receiver: (place) => open(place).receiver,
  async worker(place) {
    const { inbox, receiver } = open(place);
    await inbox.work(receiver.dispatch, { concurrency: 20 });
  },
};

function open(place) {
  return redisInbox.open(place, { orderBy: undefined }, { hesitates: 1500 });
}
