// The public API, listed by hand. Anything that is not listed may change without notice.
export type {
  CleanUpOptions,
  CleanUpResult,
  CleanUpTimer,
} from '@screening-webhooks/core/store-kit';
export { cleanUpEvery } from './clean-up-every.js';
export { type MysqlStore, type MysqlStoreOptions, mysqlStore } from './mysql-store.js';
export type { MysqlPool } from './sql/mysql-pool.js';
