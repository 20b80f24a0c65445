const warned = new WeakSet<object>();

/** A pool of connections that handlers may use too. */
export interface SharedPool {
  readonly client: object;
  /** The most connections that it opens. `undefined` when the client does not say. */
  readonly size: number | undefined;
  /** The option of the pool for that. */
  readonly option: string;
}

/** Warns, once per pool, when handlers that use it could hold all its connections. */
export function warnAboutPool(
  { client, size, option }: SharedPool,
  concurrency: number,
  warn: (warning: Error) => void,
): void {
  if (size === undefined || size > concurrency || warned.has(client)) return;
  warned.add(client);
  warn(
    new Error(
      `The worker runs ${concurrency} events at once, and its pool has ${size} connections. If each handler holds one, results are recorded late. Create the pool with ${option}: ${concurrency + 2} or more, or pass a lower concurrency to work().`,
    ),
  );
}
