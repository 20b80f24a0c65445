import { setImmediate } from 'node:timers/promises';
import { countWithin } from './lists.js';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** The most bytes that the items of a group carry together. */
export const GROUP_BYTES = 1024 * 1024;
/** How many items run alone at the same time. Each may wait for a lock. */
const ALONE_AT_ONCE = 4;

/** A call whose work is shared with others. */
export interface Shared<Item, Result> {
  (item: Item): Promise<Result>;
  /** The same, without sharing. */
  readonly alone: (item: Item) => Promise<Result>;
}

interface GroupWork<Item, Result> {
  /** The most items of a group. */
  readonly most: number;
  /** The bytes of an item. A group has at most {@link GROUP_BYTES}, or one item. Default: 0, because they are few. */
  readonly bytesOf?: (item: Item) => number;
  /** The owner of an item: a group has the first item of each owner, then the second ones, however many each has waiting. */
  readonly ownerOf?: (item: Item) => string;
  /** Does the work of a group. An item that is left out of the result runs alone. */
  readonly runAll: (items: readonly Item[]) => Promise<ReadonlyMap<Item, Result>>;
  /** Does the work of an item. It may wait for locks, which a group must not. */
  readonly runOne: (item: Item) => Promise<Result>;
}

/**
 * Lets calls share their work: the calls of one turn of the event loop are a group, and the calls that come while it runs are the
 * next. So a call waits for no other, and many cost little more than one. If a group fails, for whatever reason, each of its items
 * runs alone, beside the next groups.
 */
export function inGroups<Item, Result>({
  most,
  bytesOf = () => 0,
  ownerOf = () => '',
  runAll,
  runOne,
}: GroupWork<Item, Result>): Shared<Item, Result> {
  type Call = Waiting<Item, Result>;
  let queue: Call[] = [];
  const alone: Call[] = [];
  let isRunning = false;
  let runningAlone = 0;

  async function runGroup(group: readonly Call[]): Promise<void> {
    const results = await runAll(group.map(({ item }) => item)).catch(() => undefined);
    for (const call of group) {
      const result = results?.get(call.item);
      if (result === undefined) alone.push(call);
      else call.resolve(result);
    }
    startAlone();
  }

  async function runGroups(): Promise<void> {
    isRunning = true;
    while (queue.length > 0) {
      await setImmediate();
      const next = interleaveOwners(queue, ({ item }) => ownerOf(item)).slice(0, most);
      const count = countWithin(next, GROUP_BYTES, ({ item }) => bytesOf(item));
      const group = next.slice(0, count);
      const chosen = new Set(group);
      queue = queue.filter((each) => !chosen.has(each));
      await runGroup(group);
    }
    isRunning = false;
  }

  function startAlone(): void {
    while (runningAlone < ALONE_AT_ONCE) {
      const call = alone.shift();
      if (!call) return;
      runningAlone += 1;
      void runAlone(call);
    }
  }

  async function runAlone({ item, resolve, reject }: Call): Promise<void> {
    await setImmediate();
    await runOne(item).then(resolve, reject);
    runningAlone -= 1;
    startAlone();
  }

  const call = (start: (call: Call) => void) => (item: Item) =>
    new Promise<Result>((resolve, reject) => start({ item, resolve, reject }));
  return Object.assign(
    call((each) => {
      queue.push(each);
      if (!isRunning) void runGroups();
    }),
    {
      alone: call((each) => {
        alone.push(each);
        startAlone();
      }),
    },
  );
}

/** The first items of all owners, then the second ones, and so on. */
function interleaveOwners<Item>(items: readonly Item[], ownerOf: (item: Item) => string): Item[] {
  const rounds: Item[][] = [];
  const counts = new Map<string, number>();
  for (const item of items) {
    const owner = ownerOf(item);
    const round = counts.get(owner) ?? 0;
    counts.set(owner, round + 1);
    rounds[round] = [...(rounds[round] ?? []), item];
  }
  return rounds.flat();
}

/** Calls a function for each item, `atOnce` at a time, with a turn of the event loop before each. */
export async function forEachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  call: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const work = async (): Promise<void> => {
    for (const item of left) {
      await setImmediate();
      await call(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/**
 * Combines reads at the same time, such as those of all streams after a commit, into one call.
 *
 * @param readAll Reads the values of some keys. A key without a value is left out.
 */
export function readTogether<Value>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let asked: Set<string> | undefined;
  let reading: Promise<ReadonlyMap<string, Value>>;
  return async (key) => {
    if (!asked) {
      const keys = new Set<string>();
      asked = keys;
      // By then, all callers that were woken together have asked.
      reading = Promise.resolve().then(() => {
        asked = undefined;
        return readAll([...keys]);
      });
    }
    asked.add(key);
    return (await reading).get(key);
  };
}
