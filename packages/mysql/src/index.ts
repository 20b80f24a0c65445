// The public API, listed by hand. Anything that is not listed may change without notice.
export type { EventEnvelope, Handler } from '@screening-webhooks/core';
export {
  type CleanUpOptions,
  type CleanUpResult,
  type CleanUpTimer,
  EffectInProgressError,
  type EffectOptions,
  TransactionControlError,
} from '@screening-webhooks/core/store-kit';
export { cleanUpEvery } from './clean-up-every.js';
export { type MysqlStore, type MysqlStoreOptions, mysqlStore } from './mysql-store.js';
export { recordEffect } from './record-effect.js';
export type { MysqlPool } from './sql/mysql-pool.js';
export {
  type TransactionalOptions,
  type TransactionContext,
  transactional,
} from './transactional.js';
