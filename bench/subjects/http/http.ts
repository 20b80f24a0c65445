import { bundled } from '../../measure/bundled.js';
import { each, inTurns, medianOf, type Rounds } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { again, type Pair, rowsOf } from '../../measure/rows-of.js';
import { apps } from './apps.js';
import { corpusOf } from './corpus.js';
import { type Load, type Served, serveApart } from './served.js';

const BY_HAND = 'by hand';
const RAW_AND_STRIPE = 'express.raw() + stripe';
const sizes = [
  { size: '1 KB', bytes: 1024, corpus: 3000, turn: 250 },
  { size: '64 KB', bytes: 65_536, corpus: 400, turn: 25 },
];
const ROUNDS = { rounds: 41, warmUp: 6 };

/**
 * CPU time that a server takes for a request, the kernel's share included, beside a receiver by hand on the same
 * framework: each app in a process of its own, plain Node without flags, all of a framework in turns.
 */
export async function httpSubject(): Promise<readonly Row[]> {
  const program = await bundled(new URL('server.ts', import.meta.url));
  const rows: Row[] = [];
  for (const [framework, variants] of Object.entries(apps)) {
    const served = new Map<string, Served>();
    for (const name of [...Object.keys(variants), again(BY_HAND)]) {
      served.set(name, await serveApart(program, framework, name.replace(again(''), '')));
    }
    for (const { size, bytes, corpus, turn } of sizes) {
      const requests = await corpusOf(corpus, bytes);
      const loads = await inTurns([...served.keys()], ROUNDS, (name, round) => {
        const start = (round * turn) % corpus;
        return loadOf(served.get(name), requests.slice(start, start + turn));
      });
      rows.push(...rowsOfLoads(`${framework}, ${size}`, loads, pairsOf(framework, size)));
    }
    for (const each of served.values()) each.stop();
  }
  return rows;
}

function loadOf(server: Served | undefined, requests: readonly Buffer[]): Promise<Load> {
  if (!server) throw new Error('There is no such server.');
  return server.measure(requests);
}

function rowsOfLoads(contest: string, loads: Rounds<Load>, pairs: readonly Pair[]): readonly Row[] {
  const times = each(loads, ({ cpuMicros }) => cpuMicros);
  const rates = each(loads, ({ perSecond }) => perSecond);
  return rowsOf({ subject: 'http', contest }, times, BY_HAND, {
    pairs,
    figuresOf: (name) => ({
      'CPU µs': medianOf(times, name),
      'requests/s': medianOf(rates, name),
    }),
  });
}

function pairsOf(framework: string, size: string): readonly Pair[] {
  const adapter = { name: 'adapter', against: BY_HAND, budget: 0.97 };
  if (framework !== 'Express') return [adapter];
  // Express is slow enough on Node 20 alone, and at 64 KB it is the JSON that costs.
  const fourfold = process.version.startsWith('v20.') && size === '1 KB';
  return [
    adapter,
    { name: 'adapter', against: RAW_AND_STRIPE, budget: 1.1 },
    { name: 'listener', against: 'adapter', ...(fourfold && { budget: 4 }) },
  ];
}
