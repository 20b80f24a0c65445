/** A page of a list, newest first. */
export interface ListPage<Item> {
  readonly object: 'list';
  readonly data: readonly Item[];
  readonly hasMore: boolean;
  /** The `cursor` of the next page; null on the last. */
  readonly nextCursor: string | null;
}

/** Query parameters. Those that are undefined are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Adds a query to a path. */
export function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}
