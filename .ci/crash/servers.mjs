import { postgres } from './servers/postgres.mjs';
import { redis } from './servers/redis.mjs';

/** The servers that lanes ask for. Each is started for one lane, and is nobody else's. */
export const servers = { postgres, redis };
