export { type RedisInboxOptions, redisInbox } from './redis-inbox.js';
