import { memoryStore } from '@screening-webhooks/core';

// Heap bytes for each id that memoryStore remembers. Run with --expose-gc.

const IDS = 1_000_000;
const store = memoryStore({ maxEntries: 2 * IDS });
const collect = globalThis.gc;
if (!collect) throw new Error('Run it with --expose-gc: npm run memory -w bench');

await collect();
const before = process.memoryUsage().heapUsed;
for (let index = 0; index < IDS; index += 1) {
  const key = `int_b7h2vx9q4kzmw3tn8rcjp6fd:evt_${index.toString(36).padStart(24, '0')}`;
  store.claim(key, 'owner', 60_000);
  store.commit(key, 'owner', 604_800_000);
}
await collect();
const bytes = (process.memoryUsage().heapUsed - before) / IDS;
// Asked again, so that the store is still there when its memory is counted.
const kept = store.claim('int_b7h2vx9q4kzmw3tn8rcjp6fd:evt_000000000000000000000000', 'owner', 1);
console.log(`${bytes.toFixed(0)} bytes per id, with a key of 57 characters (${IDS} ids, ${kept})`);
