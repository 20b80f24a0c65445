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
