import { inGroups } from '../kernel/share-work.js';
import { limits } from '../limits/limits.js';

/** Records that are stored after the answer that they describe. A process that is killed loses the last of them. */
export interface WriteBehind<Item> {
  /** Takes an item, to be stored within {@link WRITE_AFTER_MS}. Waits only while too many items wait. Never rejects. */
  add(item: Item): Promise<void>;
  /** Stores all items taken so far. Never rejects: failures are reported. */
  flush(): Promise<void>;
}

/** How long an item waits for others, so that one statement stores them together. */
export const WRITE_AFTER_MS = 100;
/** How many items may wait before `add` waits too: a slow database must not fill the memory. */
export const MOST_WAITING = limits.loggedRequests.most;
const MOST_IN_A_STATEMENT = 100;

/** @param storeAll Stores items, all or none. */
export function writeBehind<Item>(
  storeAll: (items: readonly Item[]) => Promise<void>,
  onError: (error: unknown) => void,
): WriteBehind<Item> {
  const store = inGroups({
    most: MOST_IN_A_STATEMENT,
    async runAll(items: readonly Item[]) {
      await storeAll(items);
      return new Map(items.map((item) => [item, 'stored']));
    },
    async runOne(item) {
      await storeAll([item]);
      return 'stored';
    },
  });
  let taken: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stored = Promise.resolve();
  let waiting = 0;

  async function write(items: readonly Item[], before: Promise<void>): Promise<void> {
    const results = await Promise.allSettled(items.map(store));
    waiting -= items.length;
    // Items that fail together fail for one reason.
    const failed = results.find((each) => each.status === 'rejected');
    if (failed) onError(failed.reason);
    await before;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (taken.length > 0) {
      stored = write(taken, stored);
      taken = [];
    }
    return stored;
  }

  return {
    async add(item) {
      taken.push(item);
      waiting += 1;
      // Keeps no process alive: the end of the service flushes.
      timer ??= setTimeout(flush, WRITE_AFTER_MS).unref();
      if (waiting >= MOST_WAITING) await flush();
    },
    flush,
  };
}
