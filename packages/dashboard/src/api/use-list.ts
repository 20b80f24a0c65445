import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type ListKey, readPage, refreshList } from './list-feed.js';
import type { ListPage } from './list-pages.js';
import type { Item, ListId } from './operations.js';

/** How long the rows of a list are kept after it was left. */
const KEPT_MS = 1_800_000;

/** The loaded rows of a list, newest first, and a function that loads more. */
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
    // Does not compare or reload all of up to 100,000 rows: refreshLists() reads only the first page.
    structuralSharing: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    gcTime: KEPT_MS,
  });
  const hash = JSON.stringify(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash stands for the key.
  useEffect(() => {
    // The list may have been loaded long ago, on an earlier visit.
    void refreshList(key);
  }, [hash]);
  const rows = useMemo(
    () => (feed.data?.pages.flatMap(({ data }) => data) ?? []) as Item<Id>[],
    [feed.data],
  );
  return { ...feed, rows };
}
