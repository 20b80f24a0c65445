export type { DedupeStore } from '@screening-webhooks/core';
export type { RedisClient } from './redis-client.js';
export { type RedisStoreOptions, redisStore } from './redis-store.js';
