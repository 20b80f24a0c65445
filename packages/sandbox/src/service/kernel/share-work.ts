import { setImmediate } from 'node:timers/promises';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets calls share their work: those of one turn of the event loop are a group, and those that come while it runs are the next.
 * So a call waits for no other, and many cost little more than one.
 *
 * @param most The size of a group.
 * @param run Resolves with the result of each item.
 * @param mayBeOfOne Whether one item may be why `run` has rejected: then each item of the group is run alone.
 */
export function inGroups<Item, Result>(
  most: number,
  run: (items: readonly Item[]) => Promise<ReadonlyMap<Item, Result>>,
  mayBeOfOne: (error: unknown) => boolean,
): (item: Item) => Promise<Result | undefined> {
  const queue: Waiting<Item, Result | undefined>[] = [];
  let running = false;

  async function runGroup(group: readonly Waiting<Item, Result | undefined>[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item));
      for (const { item, resolve } of group) resolve(results.get(item));
    } catch (error) {
      if (group.length > 1 && mayBeOfOne(error)) {
        for (const each of group) await runGroup([each]);
      } else {
        for (const { reject } of group) reject(error);
      }
    }
  }

  async function runAll(): Promise<void> {
    running = true;
    while (queue.length > 0) {
      await setImmediate();
      await runGroup(queue.splice(0, most));
    }
    running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!running) void runAll();
    });
}

/**
 * Reads what is asked for at the same time, such as by all streams after a commit, with one call.
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
      // By then, all who were woken together have asked.
      reading = Promise.resolve().then(() => {
        asked = undefined;
        return readAll([...keys]);
      });
    }
    asked.add(key);
    return (await reading).get(key);
  };
}
