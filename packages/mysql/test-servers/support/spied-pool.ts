import type { Pool, PoolConnection } from 'mysql2/promise';

/** A pool that records its statements. */
export interface SpiedPool {
  readonly pool: Pool;
  readonly texts: string[];
}

/**
 * Records the statements of a pool. `after` runs when one has succeeded. If it throws, the answer is lost, and the connection
 * with it.
 */
export function spyOn(pool: Pool, after?: (text: string) => void): SpiedPool {
  const texts: string[] = [];

  function spyOnConnection(connection: PoolConnection): PoolConnection {
    return new Proxy(connection, {
      get(target, property) {
        if (property !== 'query') {
          const value: unknown = Reflect.get(target, property);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (options: { sql: string }) => {
          texts.push(options.sql);
          const result = await target.query(options);
          after?.(options.sql);
          return result;
        };
      },
    });
  }

  const spied = Object.assign(Object.create(pool), {
    getConnection: async () => spyOnConnection(await pool.getConnection()),
  });
  return { pool: spied, texts };
}
