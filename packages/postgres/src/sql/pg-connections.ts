import {
  callMethod,
  type HeldConnection,
  hasFunction,
  isRecord,
  type PoolConnections,
  poolConnections,
  silenceOf,
} from '@screening-webhooks/core/store-kit';

/** The parts of a `pg` Pool that are used here. */
export interface PgPool<Tx = unknown> {
  readonly totalCount: number;
  query(query: PgQuery): Promise<unknown>;
  connect(): Promise<Tx>;
  // The second overload, as in @types/pg, lets TypeScript infer Tx.
  connect(
    callback: (
      error: Error | undefined,
      client: Tx | undefined,
      done: (release?: boolean | Error) => void,
    ) => void,
  ): void;
}

/** A statement, as `pg` takes it. */
export interface PgQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
  readonly rowMode?: 'array';
  readonly types?: { readonly getTypeParser: () => (value: unknown) => unknown };
}

/** The parts of a `PoolClient` of `pg` that are used here. */
interface PgConnection {
  query(query: PgQuery): Promise<unknown>;
  release(error?: boolean | Error): void;
  on(event: 'error', listener: () => void): unknown;
  off(event: 'error', listener: () => void): unknown;
}

/** A connection of a `pg` Pool, from its checkout until it is released, once. */
export type HeldPgConnection<Tx> = HeldConnection<Tx & PgConnection, PgQuery>;

export function pgConnections<Tx>(pool: PgPool<Tx>): PoolConnections<Tx & PgConnection, PgQuery> {
  const silence = silenceOf(pool, ({ heard }) => {
    if (!hasFunction(pool, 'on')) return;
    const report = (connection: unknown): void => {
      if (isRecord(connection)) heard(connection);
    };
    callMethod(pool, 'on', ['connect', report]);
    callMethod(pool, 'on', [
      'release',
      (error: unknown, connection: unknown) => {
        if (!error) report(connection);
      },
    ]);
  });
  const driver = {
    server: 'PostgreSQL',
    async connect() {
      const tx = await pool.connect();
      if (!isConnection(tx)) {
        throw new TypeError('client: expected connect() to resolve with a pg client.');
      }
      tx.on('error', onError);
      return tx;
    },
    send: (tx: PgConnection, query: PgQuery) => tx.query(query),
    release(tx: PgConnection, broken?: Error) {
      tx.release(broken);
      // A connection that is given up may report how it ended.
      if (broken) destroy(tx);
      else tx.off('error', onError);
    },
    identify: (tx: PgConnection) => tx,
  };
  return poolConnections(driver, silence);
}

// A connection that breaks emits an error, which ends the process unless it is listened to.
function onError(): void {}

/** Closes the socket of a `pg` client at once: a goodbye would wait for the other end. */
export function destroy(client: object): void {
  const connection: unknown = Reflect.get(client, 'connection');
  const stream: unknown = isRecord(connection) ? connection['stream'] : undefined;
  if (isRecord(stream) && hasFunction(stream, 'destroy')) callMethod(stream, 'destroy', []);
}

function isConnection(value: unknown): value is PgConnection {
  return isRecord(value) && typeof value['query'] === 'function' && 'release' in value;
}
