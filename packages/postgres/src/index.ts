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
export {
  type PostgresStore,
  type PostgresStoreOptions,
  postgresStore,
} from './postgres-store.js';
export { recordEffect } from './record-effect.js';
export type { PostgresClient } from './sql/create-sql-client.js';
export {
  type TransactionalOptions,
  type TransactionContext,
  transactional,
} from './transactional.js';
