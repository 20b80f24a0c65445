import { callWith } from './call.js';
import { idOf, type ListPage, type Pages, withHead, withRows } from './list-pages.js';
import type { ListId, WholeListId } from './operations.js';
import { queryClient } from './query-client.js';

const PAGE_SIZE = 100;
const MOST_NEW = 1000;

export type ListKey = readonly ['list', ListId, object, Readonly<Record<string, string>>];

/** The lists that have no pages, and so no `limit`. */
const whole: Readonly<Record<WholeListId, true>> = {
  listCheckTypes: true,
  listEventTypes: true,
  listVerificationSources: true,
};

/** Reads a page of a list. @param cursor Default: the newest page. */
export function readPage(
  [, id, query, path]: ListKey,
  cursor?: string,
  signal?: AbortSignal,
): Promise<ListPage> {
  const page = id in whole ? {} : { limit: PAGE_SIZE, cursor };
  return callWith(id, { path, query: { ...query, ...page } }, signal) as Promise<ListPage>;
}

/** Reads the first page of each visible list, and keeps the rows after it. Other lists are reloaded when shown again. */
export async function refreshLists(): Promise<void> {
  const left = { queryKey: ['list'], type: 'inactive', refetchType: 'none' } as const;
  void queryClient.invalidateQueries(left);
  const shown = queryClient.getQueryCache().findAll({ queryKey: ['list'], type: 'active' });
  await Promise.all(shown.map(({ queryKey }) => refreshList(queryKey as ListKey)));
}

export async function refreshList(key: ListKey): Promise<void> {
  if (queryClient.isFetching({ queryKey: key, exact: true }) > 0) return;
  const known = queryClient.getQueryData<Pages>(key);
  // The first page of the list has not loaded.
  if (!known) return queryClient.refetchQueries({ queryKey: key, exact: true });
  try {
    const head = await readHead(key, known);
    queryClient.setQueryData<Pages>(key, (now) => now && withHead(now, head));
  } catch {
    // The next change tries again. The rows on the page were true a moment ago.
  }
}

/** Reads the newest rows down to a known one, or, in a list that was left, down to the oldest known. Caps the new ones. */
async function readHead(key: ListKey, { pages }: Pages): Promise<ListPage> {
  const known = pages.flatMap(({ data }) => data.map(idOf));
  const wasLeft = queryClient.getQueryState(key)?.isInvalidated ?? false;
  const wanted = new Set(wasLeft ? known.slice(-1) : known);
  const most = MOST_NEW + (wasLeft ? known.length : 0);
  let head = await readPage(key);
  while (head.nextCursor !== null && head.data.length < most) {
    if (head.data.some((row) => wanted.has(idOf(row)))) break;
    const { data, nextCursor } = await readPage(key, head.nextCursor);
    head = { data: [...head.data, ...data], nextCursor };
  }
  return head;
}

/** Replaces rows by newer versions in every list of an operation. Removes a row from the lists whose filter no longer matches. */
export function replaceRows(id: ListId, rows: ReadonlyMap<string, object>): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['list', id] })) {
    const [, , filter] = queryKey as ListKey;
    queryClient.setQueryData<Pages>(queryKey, (now) => now && withRows(now, rows, filter));
  }
}

// The name of one object hardly ever changes, and a list may show a hundred of them.
const isOneName = ([kind, , id]: readonly unknown[]) => kind === 'names' && id !== undefined;

/** Makes the name of an object be read again, because it may have changed. */
export function forgetName(object: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => isOneName(queryKey) && queryKey[2] === object,
  });
}

export async function refreshAll(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== 'list' && !isOneName(queryKey),
    }),
    refreshLists(),
  ]);
}
