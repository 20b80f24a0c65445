import { postgres } from './servers/postgres.mjs';
import { redis } from './servers/redis.mjs';

/** The servers that scenarios name. Each scenario starts its own instance. */
export const servers = { postgres, redis };
