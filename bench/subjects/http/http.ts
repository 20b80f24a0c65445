import { bundleProgram } from '../../measure/bundle-program.js';
import type { Effort } from '../../measure/effort.js';
import { inTurns, mapRounds, medianOf, type Rounds } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { type Pair, rowsOf, secondRun } from '../../measure/rows-of.js';
import { apps } from './apps.js';
import { corpusOf } from './corpus.js';
import { type Load, type ServedApp, serveApp } from './serve-app.js';

const BY_HAND = 'by hand';
const RAW_AND_STRIPE = 'express.raw() + stripe';
const sizes = [
  { size: '1 KB', bytes: 1024, corpus: { full: 3000, quick: 16 }, turn: { full: 250, quick: 16 } },
  { size: '64 KB', bytes: 65_536, corpus: { full: 400, quick: 16 }, turn: { full: 25, quick: 16 } },
];
const ROUNDS = { rounds: 41, warmUp: 6 };

/**
 * The server's CPU time for a request, kernel included, beside a receiver by hand on the same framework. Each app has its
 * own process of Node without flags; the apps of a framework take turns.
 */
export async function httpSubject(effort: Effort): Promise<readonly Row[]> {
  const program = await bundleProgram(new URL('server.ts', import.meta.url));
  const rows: Row[] = [];
  for (const [framework, variants] of Object.entries(apps)) {
    const served = new Map<string, ServedApp>();
    try {
      for (const name of [...Object.keys(variants), secondRun(BY_HAND)]) {
        served.set(name, await serveApp(program, framework, name.replace(secondRun(''), '')));
      }
      for (const { size, bytes, corpus, turn } of sizes) {
        const requests = await corpusOf(corpus[effort], bytes);
        const loads = await inTurns(effort, [...served.keys()], ROUNDS, (name, round) => {
          const start = (round * turn[effort]) % requests.length;
          return loadOf(served.get(name), requests.slice(start, start + turn[effort]));
        });
        rows.push(...rowsOfLoads(`${framework}, ${size}`, loads, pairsOf(framework, size)));
      }
    } finally {
      // Otherwise the processes would keep this one alive.
      for (const each of served.values()) each.stop();
    }
  }
  return rows;
}

function loadOf(server: ServedApp | undefined, requests: readonly Buffer[]): Promise<Load> {
  if (!server) throw new Error('The server was not started.');
  return server.measure(requests);
}

function rowsOfLoads(contest: string, loads: Rounds<Load>, pairs: readonly Pair[]): readonly Row[] {
  const times = mapRounds(loads, ({ cpuMicros }) => cpuMicros);
  const rates = mapRounds(loads, ({ perSecond }) => perSecond);
  return rowsOf({ subject: 'http', contest }, times, BY_HAND, {
    pairs,
    figuresOf: (name) => ({
      'CPU µs': medianOf(times, name),
      'requests/s': medianOf(rates, name),
    }),
  });
}

// By framework, at 1 KB. The receiver by hand has no claims and no deadline: their cost is the difference that is allowed,
// and it is a larger share where the framework itself is cheap.
const OF_BY_HAND: Readonly<Record<string, number>> = { Express: 0.79, Koa: 0.72, Hono: 0.66 };
// At 64 KB the MAC and the JSON are most of the time, and both sides pay for them.
const OF_BY_HAND_LARGE = 0.8;

function pairsOf(framework: string, size: string): readonly Pair[] {
  const isSmall = size === '1 KB';
  const budget = isSmall ? OF_BY_HAND[framework] : OF_BY_HAND_LARGE;
  const adapter = { name: 'adapter', against: BY_HAND, ...(budget !== undefined && { budget }) };
  if (framework !== 'Express') return [adapter];
  // A usual route for stripe's webhooks has neither claims nor a deadline.
  const ofStripe = isSmall ? 0.9 : 0.82;
  // Without Express, a request costs less than half. On a newer Node, Express costs less; at 64 KB the body is the cost.
  const hasListenerBudget = isSmall && process.version.startsWith('v20.');
  return [
    adapter,
    { name: 'adapter', against: RAW_AND_STRIPE, budget: ofStripe },
    { name: 'Nest module', against: 'adapter' },
    { name: 'listener', against: 'adapter', ...(hasListenerBudget && { budget: 1.85 }) },
  ];
}
