import type { DedupeStore, WorkableInbox } from '@screening-webhooks/core';
import type { CleanUpResult, QueueOptions } from '@screening-webhooks/core/store-kit';

/** A store in a table. */
export interface SqlStore extends DedupeStore {
  readonly migrate: () => Promise<void>;
  readonly cleanUp: (options?: { readonly limit?: number }) => Promise<CleanUpResult>;
}

/** The options of an inbox in tables. */
export type SqlInboxOptions = QueueOptions & {
  /** Milliseconds that a statement waits for its answer. */
  readonly timeout?: number;
};

/** The store and the inbox of a package on its server, for the suites that are the same for each server. */
export interface SqlUnderTest<Pool> {
  /** As errors name it. */
  readonly server: 'MySQL' | 'PostgreSQL';
  readonly port: number;
  readonly pool: (options?: { readonly port?: number; readonly connections?: number }) => Pool;
  readonly store: (
    pool: Pool,
    options?: { readonly table?: string; readonly timeout?: number },
  ) => SqlStore;
  readonly inbox: (pool: Pool, options?: SqlInboxOptions) => WorkableInbox;
  /** Takes a connection, as an app does, until the returned function is called. */
  readonly take: (pool: Pool) => Promise<() => void>;
  /** The connections that a pool has, whether they are in use or not. */
  readonly sizeOf: (pool: Pool) => number;
  /** Which connection it is, and how long its session waits for locks. */
  readonly sessionOf: (pool: Pool) => Promise<unknown>;
  /** Runs a statement outside the pools. */
  readonly admin: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Locks rows of a table, as another connection does, until the returned function is called. */
  readonly lock: (tableAndCondition: string) => Promise<() => Promise<unknown>>;
  /** The error of a statement that has waited for a lock for too long. */
  readonly lockTimeout: unknown;
  /** The column of keys. */
  readonly key: string;
  /** The table of the lines of the inbox. */
  readonly lines: string;
  /** An `expires_at` that has passed. */
  readonly past: string;
  /** Puts so many expired rows into a table of a store. */
  readonly addExpired: (table: string, count: number) => Promise<unknown>;
}
