/** Returns the only item of a list. @throws Error unless there is exactly one. */
export function only<Item>(items: readonly Item[]): Item {
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`${items.length} items, not one.`);
  return item;
}

/** Pairs the items of two lists of equal length. */
export function zip<One, Other>(
  ones: readonly One[],
  others: readonly Other[],
): (readonly [One, Other])[] {
  return ones.map((one, index) => {
    const other = others[index];
    if (other === undefined) throw new Error(`${ones.length} items, and ${others.length} others.`);
    return [one, other] as const;
  });
}

/** Splits a list wherever the key of an item differs from the key of the item before. */
export function splitRuns<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | null,
): Item[][] {
  const runs: Item[][] = [];
  let last: Item[] = [];
  for (const item of items) {
    const [first] = last;
    if (first === undefined || keyOf(first) !== keyOf(item)) {
      last = [];
      runs.push(last);
    }
    last.push(item);
  }
  return runs;
}

/** Splits a list into pieces of at most `most` items. */
export function piecesOf<Item>(items: readonly Item[], most: number): Item[][] {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, piece) => items.slice(piece * most, (piece + 1) * most));
}

/** Counts the first items that together have at most `most` bytes. At least one. */
export function countWithin<Item>(
  items: readonly Item[],
  most: number,
  bytesOf: (item: Item) => number,
): number {
  let bytes = 0;
  const excess = items.findIndex((item) => {
    bytes += bytesOf(item);
    return bytes > most;
  });
  return excess === -1 ? items.length : Math.max(1, excess);
}
