import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type ListKey, readPage, refreshList } from './list-feed.js';
import type { ListPage } from './list-pages.js';
import type { Item, ListId } from './operations.js';

/** So long, who comes back to a list finds its rows. */
const KEPT_MS = 1_800_000;

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
    refetchOnMount: false,
    gcTime: KEPT_MS,
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
