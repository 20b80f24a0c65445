import { poolSize } from '../sql/pool-size.js';

const warned = new WeakSet<object>();

/** Warns, once per pool, when handlers that use it could hold all its connections. */
export function warnAboutPool(
  client: object,
  concurrency: number,
  warn: (warning: Error) => void,
): void {
  const size = poolSize(client);
  if (size === undefined || size > concurrency || warned.has(client)) return;
  warned.add(client);
  warn(
    new Error(
      `The worker runs ${concurrency} events at once, and its pool has ${size} connections. If each handler holds one, results are recorded late. Create the pool with max: ${concurrency + 2} or more, or pass a lower concurrency to work().`,
    ),
  );
}
