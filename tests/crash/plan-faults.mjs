// The plan depends on its arguments only.

/** A small PRNG (mulberry32) with results from 0 to 1. */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed of one scenario, so that its faults are the same whether it runs alone or with others. */
export function seedFor(seed, name) {
  return [...name].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193),
    seed,
  );
}

/**
 * @param counts The number of faults of each kind: `{ kill, freeze, crash, cut }`.
 * @param freezeMs For how long a process is frozen, at least and at most.
 * @returns the faults in their order: `{ kind, at, target, lasts }`. A fault is injected when `at` events were sent; `target` is
 * the index of a process, and `lasts` the milliseconds for which it, or the server, is down or frozen.
 */
export function planFaults(seed, { events, processes, counts, freezeMs = [1200, 2000] }) {
  const next = random(seed);
  const between = (least, most) => Math.round(least + next() * (most - least));
  const lasts = {
    kill: () => between(0, 300),
    // Longer than a lease: a process that continues has lost its claims and does not know it.
    freeze: () => between(...freezeMs),
    crash: () => between(0, 600),
    cut: () => 0,
  };
  return Object.entries(counts)
    .flatMap(([kind, count]) =>
      Array.from({ length: count }, () => ({
        kind,
        at: between(1, events),
        target: between(0, processes * 1000) % processes,
        lasts: lasts[kind](),
      })),
    )
    .sort((one, other) => one.at - other.at);
}
