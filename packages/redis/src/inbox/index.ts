export type { WorkableInbox } from '@screening-webhooks/core';
export { type RedisInboxOptions, redisInbox } from './redis-inbox.js';
