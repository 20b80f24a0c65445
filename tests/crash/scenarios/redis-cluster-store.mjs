import { setTimeout as sleep } from 'node:timers/promises';
import { createReceiver } from '@screening-webhooks/core';
import { redisStore } from '@screening-webhooks/redis';
import { sender } from '@screening-webhooks/testing';
import { eventOf } from '../inboxes.mjs';
import { openCluster } from '../servers/clients.mjs';

const EVENTS = 60;
const DOWNTIME_MS = 1000;
const LIMIT = 20_000;
const secret = 'whsec_cluster';

/** One of three nodes is killed, and restarts from its file while events are delivered. */
export const redisClusterStore = (server = 'redisCluster') => ({
  name: 'three-node Redis Cluster: redisStore',
  server,

  async drill(stage) {
    const { nodes } = stage.server;
    const cluster = openCluster(nodes.map(({ port }) => port));
    const runs = new Set();
    const receiver = createReceiver({
      secret,
      dedupe: redisStore(cluster, { timeout: 500 }),
      lease: 1000,
      ackTimeout: 2000,
      observe: false,
      handlers: { '*': ({ id }) => runs.add(id) },
    });
    const service = sender({
      url: 'http://receiver.test/',
      secret,
      fetch: receiver.fetch,
      backoff: [],
    });
    const deliver = async (id) => {
      const [{ status, body }] = (await service.send(eventOf(id, id))).attempts;
      return status === 200 ? JSON.parse(body).outcome : undefined;
    };
    const deliverUntilAcked = async (id) => {
      const end = performance.now() + LIMIT;
      for (;;) {
        const acked = await deliver(id);
        if (acked || performance.now() > end) return acked;
        await sleep(100);
      }
    };

    // The ids of all nodes: a hash spreads them.
    const ids = Array.from({ length: EVENTS }, (_, number) => `event ${number}`);
    const before = ids.slice(0, EVENTS / 2);
    await Promise.all(before.map(deliverUntilAcked));
    await nodes[0].crash();
    const delivering = Promise.all(ids.map(deliverUntilAcked));
    await sleep(DOWNTIME_MS);
    await nodes[0].start();
    const acked = await delivering;
    const again = await Promise.all(ids.map(deliverUntilAcked));
    cluster.disconnect();
    return {
      'never acked': ids.filter((_id, index) => !acked[index]),
      missing: ids.filter((id, index) => acked[index] && !runs.has(id)),
      forgotten: [
        // Events from before the kill must also be duplicates after it.
        ...before.filter((_id, index) => acked[index] === 'processed'),
        ...ids.filter((_id, index) => again[index] !== 'duplicate'),
      ],
    };
  },
});

export const scenario = redisClusterStore();
