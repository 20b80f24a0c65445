// What is broken when: a function of the seed and nothing else.

/** A small PRNG (mulberry32): numbers from 0 to 1. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed for one lane, so that it breaks the same things alone as beside others. */
export function seedFor(seed, name) {
  return [...name].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 0x01000193),
    seed,
  );
}

/**
 * @param counts How often each kind of damage is done: `{ kill, freeze, crash, cut }`.
 * @returns the damage in its order: `{ kind, at, target, lasts }`. It is done when `at` events were sent,
 * `target` is the number of a process, and for `lasts` milliseconds killed processes and servers are down, frozen ones frozen.
 */
export function planOf(seed, { events, processes, counts }) {
  const next = random(seed);
  const between = (least, most) => Math.round(least + next() * (most - least));
  const lasts = {
    kill: () => between(0, 300),
    // Longer than a lease: who wakes up has lost its claims without knowing.
    freeze: () => between(1200, 2000),
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
