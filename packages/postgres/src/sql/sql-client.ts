import { isRecord } from '@screening-webhooks/core/store-kit';

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

/** A statement parameter: `$1::text` in SQL, and `$1::text::text[]` for an array. */
export type SqlValue = string | number | boolean | null | readonly string[];

/** The columns of a row, in their order, as the server has written them. */
export type SqlRow = readonly (string | null)[];

/** A database, independent of the driver. */
export interface SqlClient<Tx> {
  /** Milliseconds that a statement waits for its answer. Infinity: PGlite needs no limit. */
  readonly timeout: number;
  readonly query: SqlQuery;
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

const LONGEST_LOCK_WAIT = 2000;

/**
 * A CTE, to be read by what takes locks: from then on, the transaction waits for a lock two seconds at most, and less than for an
 * answer, so that a lock is not taken for a connection that has gone silent. It ends with its statement, so the session is as the
 * app has set it up.
 *
 * @param timeout Milliseconds that a statement waits for its answer.
 */
export function lockLimit(timeout: number): string {
  const ms = Math.ceil(Math.min(LONGEST_LOCK_WAIT, timeout / 2));
  return `lock_limit AS MATERIALIZED (SELECT set_config('lock_timeout', '${ms}ms', true))`;
}

/**
 * The rows of a driver's result: `{ rows }`, an array of rows, or an array with one such result per statement of a script. Each
 * column of a statement is text and is read by its position, which no parser and no name that the app has set for its driver changes.
 */
export function resultRows(result: unknown): readonly SqlRow[] {
  const last: unknown = Array.isArray(result) && result.some(hasRows) ? result.at(-1) : result;
  const rows: unknown = hasRows(last) ? last.rows : last;
  return Array.isArray(rows) ? rows.filter(isRecord).map(columnsOf) : [];
}

function columnsOf(row: object): SqlRow {
  return Object.values(row).map((value: unknown) => (value == null ? null : String(value)));
}

/** Parameters as text, which no serializer of the app changes. */
export function sentValues(values: readonly SqlValue[]): (string | null)[] {
  return values.map((value) => {
    if (value === null) return null;
    return Array.isArray(value) ? arrayLiteral(value) : String(value);
  });
}

// https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO
function arrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join()}}`;
}

function hasRows(value: unknown): value is { readonly rows: unknown } {
  return isRecord(value) && Array.isArray(value['rows']);
}
