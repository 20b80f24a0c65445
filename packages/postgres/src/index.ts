export type {
  CleanUpOptions,
  CleanUpResult,
  CleanUpTimer,
} from '@screening-webhooks/core/store-kit';
export { cleanUpEvery } from './clean-up-every.js';
export {
  type PostgresStore,
  type PostgresStoreOptions,
  postgresStore,
} from './postgres-store.js';
export { EffectInProgressError, type EffectOptions, recordEffect } from './record-effect.js';
export type { PostgresClient } from './sql/create-sql-client.js';
export { TransactionControlError } from './sql/transaction-control.js';
export {
  type TransactionalOptions,
  type TransactionContext,
  transactional,
} from './transactional.js';
