import { lostReplies } from '../scenarios/lost-replies.mjs';
import { openRedis } from '../servers/clients.mjs';

export const scenario = {
  ...lostReplies({ server: 'redis', open }),
  name: 'lost replies: a store that refuses an owner its own claim',
  flaw: 'claimed by nobody',
};

// ioredis sends a claim again when the connection is back.
function open(port) {
  const client = openRedis(port);
  const store = {
    async claim(key, owner, lease) {
      if (await client.set(key, owner, 'PX', lease, 'NX')) return 'acquired';
      return (await client.get(key)) === 'done' ? 'done' : { busyForMs: lease };
    },
    extend: async (key, _owner, lease) => (await client.pexpire(key, lease)) === 1,
    commit: async (key) => (await client.set(key, 'done')) === 'OK',
    release: async (key) => (await client.del(key)) === 1,
  };
  return { store, close: () => client.disconnect() };
}
