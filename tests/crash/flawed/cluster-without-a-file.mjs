import { redisClusterStore } from '../scenarios/redis-cluster-store.mjs';

export const scenario = {
  ...redisClusterStore('redisClusterWithoutFile'),
  name: 'three-node Redis Cluster: without an append-only file',
  flaw: 'forgotten',
};
