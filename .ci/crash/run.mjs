import { runLane } from './run-lane.mjs';
const [name, events, seed] = process.argv.slice(2);
const file = new URL(`${name}.mjs`, import.meta.url).href;
const { lane } = await import(file);
const r = await runLane(lane, file, Number(seed), { events: Number(events), perSecond: 40, eventsPerKill: 40, patience: 60_000 });
console.log(r.counts, r.kills);
for (const [k, v] of Object.entries(r.failures)) console.log(k, v.slice(0, 20));
process.exit();
