/**
 * Runs one statement with the parameters `$1`, `$2`, … and resolves with its rows. Rejects with a `NoAnswerError` when it
 * has no answer in `ms` milliseconds; default: the `timeout` of the client.
 */
export type SqlQuery = (
  text: string,
  values: readonly SqlValue[],
  ms?: number,
) => Promise<readonly SqlRow[]>;

/** How a client sends statements. */
export interface SqlClientSettings {
  readonly prepare: boolean;
  /** Milliseconds that a statement waits for its answer, and before that, for a connection. */
  readonly timeout: number;
}

/** A statement parameter. An object is sent as JSON. */
export type SqlValue = string | number | boolean | null | object;

/** A row as the driver returns it. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A database, independent of the driver. */
export interface SqlClient<Tx> {
  /** Milliseconds that a statement waits for its answer. Infinity: PGlite needs no limit. */
  readonly timeout: number;
  readonly query: SqlQuery;
  /** Runs one or more statements without parameters in one round trip. Resolves with the rows of the last. */
  readonly script: (text: string) => Promise<readonly SqlRow[]>;
  /**
   * Commits when `body` resolves, rolls back when it rejects. With `options`, `body` cannot end the transaction itself and
   * cannot hold it without limits: its `tx` refuses COMMIT and ROLLBACK, and makes a savepoint of a nested BEGIN.
   */
  readonly transaction: (
    body: (tx: Tx, query: SqlQuery) => Promise<void>,
    options?: GuardOptions,
  ) => Promise<void>;
}

/** Limits of a transaction that runs code of a user. */
export interface GuardOptions {
  /** Milliseconds that a statement may wait for a lock. */
  readonly lockTimeout: number;
  /** Milliseconds between two statements after which the server ends the transaction. */
  readonly idleTimeout: number;
  /** When it aborts, the transaction is rolled back at once. */
  readonly signal: AbortSignal;
}

/**
 * Milliseconds for a statement that a person or a clean-up waits for, and that may have to change a thousand rows: nothing is
 * held up until it ends.
 */
export const LONG_STATEMENT = 60_000;
