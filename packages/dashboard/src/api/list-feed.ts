import { callWith } from './call.js';
import { idOf, type ListPage, type Pages, withHead, withRows } from './list-pages.js';
import type { ListId, WholeListId } from './operations.js';
import { queryClient } from './query-client.js';

const PAGE_SIZE = 100;
const MOST_NEW = 1000;

export type ListKey = readonly ['list', ListId, object, Readonly<Record<string, string>>];

/** The lists that are answered as a whole: they know no `limit`. */
const whole: Readonly<Record<WholeListId, true>> = {
  listCheckTypes: true,
  listEventTypes: true,
  listVerificationSources: true,
};

/** Reads a page of a list. @param cursor Undefined: the newest page. */
export function readPage(
  [, id, query, path]: ListKey,
  cursor?: string,
  signal?: AbortSignal,
): Promise<ListPage> {
  const page = id in whole ? {} : { limit: PAGE_SIZE, cursor };
  return callWith(id, { path, query: { ...query, ...page } }, signal) as Promise<ListPage>;
}

/** Reads the first page of each list that is shown, and keeps the rows under it. Who comes back to another one has it read as a whole. */
export async function refreshLists(): Promise<void> {
  const left = { queryKey: ['list'], type: 'inactive', refetchType: 'none' } as const;
  void queryClient.invalidateQueries(left);
  const shown = queryClient.getQueryCache().findAll({ queryKey: ['list'], type: 'active' });
  await Promise.all(shown.map(({ queryKey }) => refreshList(queryKey as ListKey)));
}

export async function refreshList(key: ListKey): Promise<void> {
  if (queryClient.isFetching({ queryKey: key, exact: true }) > 0) return;
  const known = queryClient.getQueryData<Pages>(key);
  // Its first page could not be read.
  if (!known) return queryClient.refetchQueries({ queryKey: key, exact: true });
  try {
    const head = await readHead(key, known);
    queryClient.setQueryData<Pages>(key, (now) => now && withHead(now, head));
  } catch {
    // The next change tries again. What is shown was true a moment ago.
  }
}

/** The newest rows, down to one that is known; of a list that was left, all that were loaded. At most so many new ones. */
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

/** Puts a newer form of each row in its place, in every list of an operation that has it. Where the filter does not fit, it leaves. */
export function replaceRows(id: ListId, rows: ReadonlyMap<string, object>): void {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: ['list', id] })) {
    const [, , filter] = queryKey as ListKey;
    queryClient.setQueryData<Pages>(queryKey, (now) => now && withRows(now, rows, filter));
  }
}

// The name of one object hardly ever changes, and a list may show a hundred of them.
const isOneName = ([kind, , id]: readonly unknown[]) => kind === 'names' && id !== undefined;

/** Reads the name of an object again, because it may have changed. */
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
