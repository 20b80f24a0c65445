import { PerformanceObserver } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { memoryStore } from '@screening-webhooks/core';
import { effortOf } from '../../measure/effort.js';

// Fills a memoryStore with two million ids and prints memory, pauses and rates as JSON. It runs in its own process, with
// --expose-gc: `remember-ids.mjs <effort> <characters of a key>`. Keys are concatenated, as the receiver does it.

const IDS = { full: 1_000_000, quick: 5_000 }[effortOf(process.argv[2])];
const BATCH = 1000;
const INTEGRATION = 'int_b7h2vx9q4kzmw3tn8rcjp6fd';
const LEASE = 60_000;
const RETENTION = 604_800_000;

const collect = globalThis.gc;
if (!collect) throw new Error('Run this program with --expose-gc.');
const characters = Number(process.argv[3]);
const namespace = characters > INTEGRATION.length ? `${INTEGRATION}:` : '';
const digits = characters - namespace.length - 'evt_'.length;
const keyOf = (index: number): string =>
  `${namespace}evt_${index.toString(36).padStart(digits, '0')}`;

async function forKeys(from: number, to: number, take: (keys: string[]) => void): Promise<void> {
  for (let index = from; index < to; index += BATCH) {
    take(Array.from({ length: BATCH }, (_, offset) => keyOf(index + offset)));
    // Otherwise the entries of the observer below pile up until the end.
    await nextTurn();
  }
}

// Bytes.
await collect();
const before = process.memoryUsage().heapUsed;
const store = memoryStore({ maxEntries: 2 * IDS });
function remember(key: string): void {
  store.claim(key, 'owner', LEASE);
  store.commit(key, 'owner', RETENTION);
}
await forKeys(0, IDS, (keys) => keys.forEach(remember));
await collect();
const bytes = (process.memoryUsage().heapUsed - before) / IDS;

// The elapsed time, but at most the CPU time: other processes run too.
function millisOf(work: () => void): number {
  const before = process.cpuUsage();
  const at = performance.now();
  work();
  const took = performance.now() - at;
  const { user, system } = process.cpuUsage(before);
  return Math.min(took, (user + system) / 1000);
}

// Pauses: the time of one claim and commit, without the share of garbage collection.
const collections: PerformanceEntry[] = [];
new PerformanceObserver((list) => collections.push(...list.getEntries())).observe({
  entryTypes: ['gc'],
});
const slow: { at: number; took: number }[] = [];
await forKeys(IDS, 2 * IDS, (keys) => {
  for (const key of keys) {
    const at = performance.now();
    const took = millisOf(() => remember(key));
    if (took > 1) slow.push({ at, took });
  }
});
const collectedWithin = (from: number, to: number): number =>
  collections
    .map(
      ({ startTime, duration }) => Math.min(to, startTime + duration) - Math.max(from, startTime),
    )
    .reduce((sum, overlap) => sum + Math.max(0, overlap), 0);
const pauses = slow.map(({ at, took }) => took - collectedWithin(at, at + took));
const longestPause = Math.max(0, ...pauses);
const longestCollection = Math.max(0, ...collections.map(({ duration }) => duration));

// Rates, beside one Map that gets as many other keys of the same length.
const other = memoryStore({ maxEntries: 2 * IDS });
const map = new Map<string, number>();
const spent = { claim: 0, commit: 0, set: 0 };
await forKeys(2 * IDS, 3 * IDS, (keys) => {
  const otherKeys = keys.map((_, offset) => keyOf(4 * IDS + map.size + offset));
  spent.claim += millisOf(() => {
    for (const key of keys) other.claim(key, 'owner', LEASE);
  });
  spent.commit += millisOf(() => {
    for (const key of keys) other.commit(key, 'owner', RETENTION);
  });
  spent.set += millisOf(() => {
    for (const key of otherKeys) map.set(key, RETENTION);
  });
});
const perSecond = (ms: number): number => (IDS * 1000) / ms;

// The store must stay alive until here, because its memory was counted.
if (store.claim(keyOf(2 * IDS - 1), 'owner', 1) !== 'done')
  throw new Error('The store has forgotten an id.');
console.log(
  JSON.stringify({
    bytes,
    longestPause,
    longestCollection,
    claims: perSecond(spent.claim),
    events: perSecond(spent.claim + spent.commit),
    sets: perSecond(spent.set),
  }),
);
