import {
  PGlite,
  type PGliteOptions,
  type QueryOptions,
  type Transaction,
  types,
} from '@electric-sql/pglite';
import { DatabaseCrashedError } from './database-crashed-error.js';

// Drizzle reads these types itself. The numbers are those of their arrays, and of numeric[].
const readByDrizzle = [
  types.TIMESTAMP,
  types.TIMESTAMPTZ,
  types.INTERVAL,
  types.DATE,
  ...[1231, 1115, 1185, 1187, 1182],
];

/**
 * A PGlite for Drizzle. Drizzle hands the parsers of these types to every query, and PGlite then merges them with its 360
 * others each time, which takes a quarter of the time of a command. Here they are set once.
 */
export class DrizzlePglite extends PGlite {
  #crash: DatabaseCrashedError | undefined;

  static async open(options: PGliteOptions): Promise<DrizzlePglite> {
    const pglite = new DrizzlePglite(options);
    await pglite.waitReady;
    for (const type of readByDrizzle) pglite.parsers[type] = (text) => text;
    pglite.#noticeCrash();
    return pglite;
  }

  /** @throws DatabaseCrashedError */
  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    // A database that has ended in the middle still has its locks, so it would wait for itself, and the thread with it.
    if (this.#crash) throw this.#crash;
    return super.execProtocolRawSync(message);
  }

  /** PGlite catches the end of the database, and then runs the query on for ever. */
  #noticeCrash(): void {
    const { Module: database } = this;
    const runOnce = database._PostgresMainLoopOnce;
    const restoreStack = database.stackRestore;
    database._PostgresMainLoopOnce = () => {
      try {
        runOnce();
      } catch (error) {
        if (!isPostgresError(error)) this.#crash = new DatabaseCrashedError(error);
        throw error;
      }
    };
    // PGlite calls it where it catches.
    database.stackRestore = (pointer) => {
      const restored = restoreStack(pointer);
      if (this.#crash) throw this.#crash;
      return restored;
    };
  }

  override query<Row>(query: string, params?: unknown[], options?: QueryOptions) {
    return super.query<Row>(query, params, withoutParsers(options));
  }

  override transaction<Result>(callback: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return super.transaction((tx) =>
      callback({
        ...tx,
        get closed() {
          return tx.closed;
        },
        query: (query, params, options) => tx.query(query, params, withoutParsers(options)),
      }),
    );
  }
}

/** True for the exit by which PGlite leaves a failed query. */
function isPostgresError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 100;
}

function withoutParsers({ parsers: _parsers, ...options }: QueryOptions = {}): QueryOptions {
  return options;
}
