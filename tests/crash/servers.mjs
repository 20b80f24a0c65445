import { aws } from './servers/aws.mjs';
import { inProcess } from './servers/in-process.mjs';
import { mariadb } from './servers/mariadb.mjs';
import { pgbouncer } from './servers/pgbouncer.mjs';
import { postgres } from './servers/postgres.mjs';
import { redis } from './servers/redis.mjs';
import { redisCluster, redisClusterWithoutFile } from './servers/redis-cluster.mjs';

/** The servers that scenarios name. Each scenario starts its own instance. */
export const servers = {
  aws,
  inProcess,
  mariadb,
  pgbouncer,
  postgres,
  redis,
  redisCluster,
  redisClusterWithoutFile,
};
