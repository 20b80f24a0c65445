import type { Pool, PoolConnection, QueryOptions } from 'mysql2/promise';

/** A pool that records its statements. */
export interface SpiedPool {
  readonly pool: Pool;
  readonly texts: string[];
}

/** A pool whose statements are sent by `send`, each as the object form of `query`. */
export function interceptQueries(
  pool: Pool,
  send: (connection: PoolConnection, options: QueryOptions) => Promise<unknown>,
): Pool {
  function intercept(connection: PoolConnection): PoolConnection {
    return new Proxy(connection, {
      get(target, property) {
        if (property !== 'query') {
          const value: unknown = Reflect.get(target, property);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return (given: string | QueryOptions, values?: QueryOptions['values']) =>
          send(target, typeof given === 'string' ? { sql: given, values } : given);
      },
    });
  }

  return Object.assign(Object.create(pool), {
    getConnection: async () => intercept(await pool.getConnection()),
  });
}

/**
 * Records the statements of a pool. `after` runs when one has succeeded. If it throws, the answer is lost, and the connection
 * with it.
 */
export function spyOn(pool: Pool, after?: (text: string) => void): SpiedPool {
  const texts: string[] = [];
  const spied = interceptQueries(pool, async (connection, options) => {
    texts.push(options.sql);
    const result = await connection.query(options);
    after?.(options.sql);
    return result;
  });
  return { pool: spied, texts };
}
