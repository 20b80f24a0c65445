import { refreshLists } from './list-feed.js';
import { queryClient } from './query-client.js';

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
