import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { callWith } from './call.js';
import type { Item, ListId, WholeListId } from './operations.js';
import { queryClient } from './query-client.js';

const PAGE_SIZE = 100;

interface ListPage {
  readonly data: readonly object[];
  readonly nextCursor: string | null;
}

type Pages = InfiniteData<ListPage, string | undefined>;
/** The list, its filter, and its path. */
type ListKey = readonly ['list', ListId, object, Readonly<Record<string, string>>];

/** The lists that are answered as a whole: they know no `limit`. */
const whole: Readonly<Record<WholeListId, true>> = {
  listCheckTypes: true,
  listEventTypes: true,
  listVerificationSources: true,
};

function readPage(
  [, id, query, path]: ListKey,
  cursor?: string,
  signal?: AbortSignal,
): Promise<ListPage> {
  const page = id in whole ? {} : { limit: PAGE_SIZE, cursor };
  return callWith(id, { path, query: { ...query, ...page } }, signal) as Promise<ListPage>;
}

/** The rows of a list that are loaded, newest first, and how to load more. */
export function useList<Id extends ListId>(
  id: Id,
  query: object = {},
  path: Readonly<Record<string, string>> = {},
  enabled = true,
) {
  const key: ListKey = ['list', id, query, path];
  const feed = useInfiniteQuery({
    enabled,
    queryKey: key,
    queryFn: ({ pageParam, signal }) => readPage(key, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: ListPage) => last.nextCursor ?? undefined,
    // A list of 100,000 rows is neither compared nor read again as a whole: refreshLists() reads its first page.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  const hash = JSON.stringify(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the key.
  useEffect(() => {
    // It may have been read long ago, on an earlier visit.
    void refreshList(key);
  }, [hash]);
  const rows = useMemo(
    () => (feed.data?.pages.flatMap(({ data }) => data) ?? []) as Item<Id>[],
    [feed.data],
  );
  return { ...feed, rows };
}

/** Reads the first page of each list that is shown, and keeps the rows under it. */
export async function refreshLists(): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ queryKey: ['list'] });
  for (const query of shown)
    if (!query.isActive()) queryClient.removeQueries({ queryKey: query.queryKey, exact: true });
  await Promise.all(
    shown
      .filter((query) => query.isActive())
      .map(({ queryKey }) => refreshList(queryKey as ListKey)),
  );
}

async function refreshList(key: ListKey): Promise<void> {
  if (queryClient.isFetching({ queryKey: key, exact: true }) > 0) return;
  // Its first page could not be read.
  if (!queryClient.getQueryData<Pages>(key))
    return queryClient.refetchQueries({ queryKey: key, exact: true });
  try {
    const head = await readPage(key);
    queryClient.setQueryData<Pages>(key, (now) => now && withHead(now, head));
  } catch {
    // The next change tries again. What is shown was true a moment ago.
  }
}

/** The pages with what the newest page says. Without a row in both, rows may be missing between them, so only it is kept. */
function withHead({ pages, pageParams }: Pages, head: ListPage): Pages {
  const known = new Set(pages.flatMap(({ data }) => data.map(idOf)));
  const fresh = new Map(head.data.map((row) => [idOf(row), row]));
  const overlaps = head.data.some((row) => known.has(idOf(row)));
  if (!overlaps || head.nextCursor === null) return { pages: [head], pageParams: [undefined] };
  const added = head.data.filter((row) => !known.has(idOf(row)));
  const last = head.data.at(-1);
  const lastId = last && idOf(last);
  const kept: ListPage[] = [];
  // Above the last row of the newest page, a row that it does not have is gone.
  let covered = true;
  for (const page of pages) {
    const data: object[] = [];
    for (const row of page.data) {
      const id = idOf(row);
      const now = fresh.get(id);
      if (now) data.push(now);
      else if (!covered) data.push(row);
      if (id === lastId) covered = false;
    }
    kept.push({ ...page, data });
  }
  const [first, ...others] = kept;
  if (!first) return { pages: [head], pageParams: [undefined] };
  return { pages: [{ ...first, data: [...added, ...first.data] }, ...others], pageParams };
}

/** Puts a newer form of each row in its place, in every list of an operation that has it. Where the filter does not fit, it leaves. */
export function replaceRows(id: ListId, rows: ReadonlyMap<string, object>): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['list', id] })) {
    const [, , filter] = queryKey as ListKey;
    queryClient.setQueryData<Pages>(queryKey, (now) => now && withRows(now, rows, filter));
  }
}

/** The pages with newer forms of their rows, without those that the filter of the list does not fit any more. */
function withRows(
  { pages, pageParams }: Pages,
  rows: ReadonlyMap<string, object>,
  filter: object,
): Pages {
  const update = (row: object) => {
    const newer = rows.get(idOf(row));
    if (!newer) return [row];
    return fits(newer, filter) ? [newer] : [];
  };
  const changed = pages.map((page) =>
    page.data.some((row) => rows.has(idOf(row)))
      ? { ...page, data: page.data.flatMap(update) }
      : page,
  );
  return { pages: changed, pageParams };
}

/** Whether a row has the values of a filter, as far as it has properties of their names. */
function fits(row: object, filter: object): boolean {
  const values: Readonly<Record<string, unknown>> = { ...row };
  return Object.entries(filter).every(
    ([name, wanted]) => !(name in values) || String(values[name]) === String(wanted),
  );
}

/** The id of an object, whatever its property is called. */
export function idOf(row: object): string {
  if ('id' in row) return String(row.id);
  if ('verificationId' in row) return String(row.verificationId);
  if ('tenantId' in row) return String(row.tenantId);
  return 'slug' in row ? String(row.slug) : JSON.stringify(row);
}

// The name of one object hardly ever changes, and a list may show a hundred of them.
const isOneName = ([kind, , id]: readonly unknown[]) => kind === 'names' && id !== undefined;

/** Reads again what the page shows. */
export async function refreshAll(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== 'list' && !isOneName(queryKey),
    }),
    refreshLists(),
  ]);
}
