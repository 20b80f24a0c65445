import {
  PGlite,
  type PGliteOptions,
  type QueryOptions,
  type Transaction,
  types,
} from '@electric-sql/pglite';
import { Changes } from './changes.js';
import { DatabaseCrashedError } from './errors.js';
import { PreparedStatements } from './prepared-statements.js';

// Drizzle reads these types itself. The numbers are those of their arrays, and of numeric[].
const readByDrizzle = [
  types.TIMESTAMP,
  types.TIMESTAMPTZ,
  types.INTERVAL,
  types.DATE,
  ...[1231, 1115, 1185, 1187, 1182],
];

// PGlite writes zeros over all shared memory at its start. The 128 MB that PostgreSQL takes by default would stay resident.
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

// The triggers `tell_change` read this setting. Their reports come with the answer to the COMMIT.
const tellChanges = "set screening.tell_changes = 'on'";

// A segment of the log has 16 MB by default, even when new. In memory it is resident, and every start would load one.
const initDbStartParams = ['--wal-segsize=1'];

/** A PGlite for Drizzle. It reports a crash of the database, and runs statements by {@link PreparedStatements}. */
export class DrizzlePglite extends PGlite {
  readonly changes = new Changes();
  #crash: DatabaseCrashedError | undefined;
  readonly #statements = new PreparedStatements(this);

  static async open(options: PGliteOptions = {}): Promise<DrizzlePglite> {
    const pglite = new DrizzlePglite({ startParams, initDbStartParams, ...options });
    await pglite.waitReady;
    for (const type of readByDrizzle) pglite.parsers[type] = (text) => text;
    // PGlite's own parser reads the bytes one by one.
    pglite.parsers[types.BYTEA] = (text) => Buffer.from(text.slice('\\x'.length), 'hex');
    pglite.#noticeCrash();
    await pglite.listen('screening_changes', (table) => pglite.changes.tell(table));
    await pglite.exec(tellChanges);
    return pglite;
  }

  /** @throws DatabaseCrashedError */
  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    // A database that crashed midway still has its locks, so it would wait for itself, and block the thread.
    if (this.#crash) throw this.#crash;
    return super.execProtocolRawSync(message);
  }

  /** Records a crash of the database. PGlite catches it, and then would run the query forever. */
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
    // PGlite calls this where it catches the crash.
    database.stackRestore = (pointer) => {
      const restored = restoreStack(pointer);
      if (this.#crash) throw this.#crash;
      return restored;
    };
  }

  override async query<Row>(text: string, params: unknown[] = [], options: QueryOptions = {}) {
    await this._checkReady();
    return this._runExclusiveTransaction(() =>
      this._runExclusiveQuery(() => this.#statements.run<Row>(text, params, options)),
    );
  }

  override transaction<Result>(callback: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return super.transaction((tx) =>
      callback({
        ...tx,
        get closed() {
          return tx.closed;
        },
        query: (text, params = [], options = {}) => {
          // PGlite's own `query` reports what is wrong.
          if (tx.closed) return tx.query(text, params);
          return this._runExclusiveQuery(() => this.#statements.run(text, params, options));
        },
      }),
    );
  }
}

/** Whether an error is the exit by which PGlite leaves a failed query. */
function isPostgresError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 100;
}
