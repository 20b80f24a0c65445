// The public API, listed by hand. Anything that is not listed may change without notice.
export {
  EffectInProgressError,
  type EffectOptions,
  type SqliteCleanUpResult,
} from '@screening-webhooks/core/store-kit';
export type { SqliteDatabase } from './database/sqlite-database.js';
export { recordEffect } from './record-effect.js';
export { type SqliteStore, type SqliteStoreOptions, sqliteStore } from './sqlite-store.js';
