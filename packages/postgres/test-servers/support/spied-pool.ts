import type { Pool, PoolClient } from 'pg';

/** A pool that records its statements. */
export interface SpiedPool {
  readonly pool: Pool;
  readonly texts: string[];
  /** The SQLSTATE of each statement that failed. */
  readonly failures: unknown[];
}

/**
 * Records the statements of a pool. `before` runs ahead of each statement and can delay it; `after` runs when it has
 * succeeded, and loses its answer if it throws.
 */
export function spyOn(
  pool: Pool,
  before?: (text: string) => Promise<void> | undefined,
  after?: (text: string) => void,
): SpiedPool {
  const texts: string[] = [];
  const failures: unknown[] = [];

  function spyOnClient(client: PoolClient): PoolClient {
    return new Proxy(client, {
      get(target, property) {
        if (property !== 'query') {
          const value: unknown = Reflect.get(target, property);
          return typeof value === 'function' ? value.bind(target) : value;
        }
        return async (query: { text: string }) => {
          texts.push(query.text);
          await before?.(query.text);
          try {
            const result = await target.query(query);
            after?.(query.text);
            return result;
          } catch (error) {
            failures.push(error instanceof Error && 'code' in error ? error.code : error);
            throw error;
          }
        };
      },
    });
  }

  const spied = Object.assign(Object.create(pool), {
    connect: async () => spyOnClient(await pool.connect()),
  });
  return { pool: spied, texts, failures };
}
