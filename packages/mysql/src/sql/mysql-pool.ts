import {
  callMethod,
  describeType,
  hasFunction,
  isRecord,
  type PoolConnections,
  poolConnections,
  silenceOf,
} from '@screening-webhooks/core/store-kit';

/** The parts of a pool of `mysql2/promise` that are used here. */
interface PromisePool<Tx> {
  getConnection(): Promise<Tx>;
}

/** A pool of `mysql2/promise`, or of `mysql2`. `Tx` is the type of the promise pool's connections. */
export type MysqlPool<Tx = unknown> = PromisePool<Tx> | { promise(): PromisePool<Tx> };

/** The parts of a `PoolConnection` of `mysql2/promise` that are used here. */
interface MysqlConnection {
  /** The connection of `mysql2` that sends the statements. */
  readonly connection: object;
  query(options: object): Promise<readonly [result: unknown, ...unknown[]]>;
  release(): void;
  destroy(): void;
}

export type MysqlConnections<Tx> = PoolConnections<Tx & MysqlConnection, string>;

/** @throws TypeError naming the fix when the client is not a pool of `mysql2`. */
export function mysqlConnections<Tx>(client: MysqlPool<Tx>): MysqlConnections<Tx> {
  const pool = promisePoolOf(client);
  // One for all promise pools around it.
  const core: unknown = Reflect.get(pool, 'pool');
  const silence = silenceOf(isRecord(core) ? core : pool, ({ heard }) => {
    if (!isRecord(core) || !hasFunction(core, 'on')) return;
    for (const event of ['connection', 'release']) callMethod(core, 'on', [event, heard]);
  });
  const driver = {
    server: 'MySQL',
    async connect() {
      const connection = await pool.getConnection();
      if (isConnection(connection)) return connection;
      throw new TypeError(
        'client: expected getConnection() to resolve with a connection of mysql2.',
      );
    },
    async send(connection: MysqlConnection, sql: string) {
      return (await connection.query(plainQuery(sql)))[0];
    },
    release(connection: MysqlConnection, broken?: Error) {
      if (!broken) return connection.release();
      connection.destroy();
      // destroy() says goodbye and waits for the other end.
      const stream: unknown = Reflect.get(connection.connection, 'stream');
      if (isRecord(stream) && hasFunction(stream, 'destroy')) callMethod(stream, 'destroy', []);
    },
    identify: ({ connection }: MysqlConnection) => connection,
  };
  return poolConnections(driver, silence);
}

/** A statement whose rows are objects with the values as they are, whatever the pool has for its users. */
export function plainQuery(sql: string): object {
  return { sql, rowsAsArray: false, nestTables: false, typeCast: true };
}

/** The pool, as the warnings of a worker name it. */
export function sharedPoolOf(client: object): {
  readonly client: object;
  readonly size: number | undefined;
  readonly option: string;
} {
  // One for all promise pools around it.
  const core: unknown = Reflect.get(client, 'pool') ?? client;
  const config: unknown = isRecord(core) ? core['config'] : undefined;
  const limit = isRecord(config) ? Number(config['connectionLimit']) : Number.NaN;
  const size = limit > 0 ? limit : undefined;
  return { client: isRecord(core) ? core : client, size, option: 'connectionLimit' };
}

function promisePoolOf<Tx>(client: MysqlPool<Tx>): PromisePool<Tx> {
  // A pool and a connection of `mysql2` both have `promise`, and only the pool has `getConnection`.
  if (isRecord(client) && hasFunction(client, 'getConnection')) {
    return isCallbackPool(client) ? client.promise() : client;
  }
  throw new TypeError(
    `client: expected a pool of mysql2, got ${describeType(client)}.${fixFor(client)}`,
  );
}

function isCallbackPool<Tx>(client: MysqlPool<Tx>): client is { promise(): PromisePool<Tx> } {
  return hasFunction(client, 'promise');
}

function fixFor(value: unknown): string {
  if (typeof value === 'string') return ' Create the pool: createPool(uri) of mysql2/promise.';
  if (!isRecord(value)) return '';
  if ('$client' in value) return ' Pass the pool that Drizzle was created with: db.$client.';
  if ('selectFrom' in value) return ' Pass the pool that Kysely was created with.';
  // On a single connection, the transaction of one handler would include the statements of all others.
  if ('query' in value) return ' Pass a pool, not a single connection: createPool().';
  return '';
}

function isConnection(value: unknown): value is MysqlConnection {
  return (
    isRecord(value) &&
    isRecord(value['connection']) &&
    ['query', 'release', 'destroy'].every((name) => hasFunction(value, name))
  );
}
