import { memoryStore } from '../packages/core/dist/esm/index.node.js';
const s = memoryStore({ maxEntries: 1500 });
const ids = Array.from({length:2000},(_, i)=>JSON.parse(`{"id":"evt_${i}xxxxxxxxxxxxxxx","i":"0c8e6b1a-3f4d-4e5f-8a9b-0c1d2e3f4a5b"}`));
let n = 0;
const m = new Map(), st = new Set();
const variants = {
  concat: () => { const { id, i } = ids[n = (n + 1) % 2000]; return `${i}:${id}`; },
  'concat+get': () => { const { id, i } = ids[n = (n + 1) % 2000]; const k = `${i}:${id}`; return m.get(k); },
  'concat+get+set+delete': () => { const { id, i } = ids[n = (n + 1) % 2000]; const k = `${i}:${id}`; m.set(k, 1); m.delete(k); },
  'claim+commit': () => { const { id, i } = ids[n = (n + 1) % 2000]; const k = `${i}:${id}`; if (s.claim(k, 'o', 60000) !== 'acquired') throw 1; if (!s.commit(k, 'o', 1e9)) throw 2; },
  'date': () => Date.now(),
};
for (let rep=0;rep<2;rep++) for (const [k, f] of Object.entries(variants)) { const b = []; for (let r=0;r<400;r++) { const t0 = process.hrtime.bigint(); for (let j=0;j<500;j++) f(); b.push(Number(process.hrtime.bigint()-t0)/500); } b.sort((x,y)=>x-y); if (rep) console.log(k.padEnd(24), b[40].toFixed(0), 'ns'); }
