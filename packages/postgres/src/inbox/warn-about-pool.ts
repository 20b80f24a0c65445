import { isRecord } from '@screening-webhooks/core/store-kit';

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

/** The most connections that a `pg` Pool or a `postgres` sql function opens. Undefined: the client does not tell. */
function poolSize(client: object): number | undefined {
  const options: unknown = Reflect.get(client, 'options');
  const max = isRecord(options) ? Number(options['max']) : Number.NaN;
  return max > 0 ? max : undefined;
}
