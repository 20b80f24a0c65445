import {
  createReceiver,
  memoryStore,
  parseSignatureHeader,
  type Receiver,
  verifySignature,
} from '@screening-webhooks/core';
import { type Candidate, timesOf } from '../measure/contest.js';
import type { Count, Effort } from '../measure/effort.js';
import { inTurns, medianOf, roundsOf } from '../measure/rounds.js';
import type { Row } from '../measure/row.js';
import { rowsOf, secondRun } from '../measure/rows-of.js';
import { deliveryOfSize, type SizedDelivery, secret, toDelivery } from './delivery-of-size.js';

// A cost that does not grow, less a tenth for caches and the collector.
const FLAT = 0.9;
// A million ids do not fit into the CPU's caches. Measured: 0.87 to 0.88.
const FLAT_AT_A_MILLION = 0.82;

/** The cost of an event by the number of remembered ids, and of a character or a byte by the length of its text. */
export async function growthSubject(effort: Effort): Promise<readonly Row[]> {
  return [
    ...(await rememberedIds(effort)),
    ...(await perUnit(
      effort,
      'header of many pairs',
      'character',
      [100, 400, 1000, 4000],
      pairsOf,
    )),
    ...(await perUnit(effort, 'header with blanks', 'character', [100, 400, 1000, 4000], blanksOf)),
    // Without JSON.parse, which the subject `verify` has beside the floor.
    ...(await perUnit(effort, 'body, verifySignature', 'byte', bodies, async (bytes) => {
      const { body, header } = await deliveryOfSize(bytes);
      return () => verifySignature(body, header, { secret });
    })),
  ];
}

const bodies = [1, 16, 64, 1024].map((size) => size * 1024);
const USUAL = `t=1800000000,v1=${'0f'.repeat(32)}`;

function blanksOf(characters: number): Candidate {
  const header = USUAL.padEnd(characters);
  return () => parseSignatureHeader(header);
}

// Always ten more pairs, which get longer: the number of pairs is limited.
function pairsOf(characters: number): Candidate {
  const pairs = 10;
  const value = 'x'.repeat(Math.max(0, Math.floor((characters - USUAL.length) / pairs) - 1));
  const header = `${USUAL}${`,${value}`.repeat(pairs)}`.padEnd(characters, 'x');
  return () => parseSignatureHeader(header);
}

/** Candidates of several sizes: the cost of each unit. */
async function perUnit(
  effort: Effort,
  contest: string,
  unit: string,
  sizes: readonly number[],
  candidateOf: (size: number) => Candidate | Promise<Candidate>,
): Promise<readonly Row[]> {
  const named = sizes.map((size) => ({ size, name: `${size.toLocaleString('en')} ${unit}s` }));
  const candidates: Record<string, Candidate> = {};
  for (const { name, size } of named) candidates[name] = await candidateOf(size);

  const [{ name: smallest } = { name: '' }] = named;
  const times = await timesOf(effort, candidates, smallest);
  const nanos = new Map(
    [...times].map(([name, micros]) => {
      const { size = Number.NaN } = named.find((each) => name.startsWith(each.name)) ?? {};
      return [name, micros.map((time) => (time * 1000) / size)] as const;
    }),
  );
  return rowsOf({ subject: 'growth', contest }, nanos, smallest, {
    // Against the size before it: the fixed cost of the smallest would hide growth.
    pairs: named.slice(1).map(({ name }, index) => {
      return { name, against: named[index]?.name ?? smallest, budget: FLAT };
    }),
    figuresOf: (name) => ({ µs: medianOf(times, name), 'ns each': medianOf(nanos, name) }),
  });
}

const ROUNDS = { rounds: 151, warmUp: 10 };
const DELIVERIES_PER_ROUND = 50;
const MOST_IDS: Count = { full: 1_000_000, quick: 10_000 };

/** The whole pipeline with memoryStores of several sizes, which all get the same new events. */
async function rememberedIds(effort: Effort): Promise<readonly Row[]> {
  const least = '1,000 ids';
  const counts = [1_000, 10_000, 100_000, 1_000_000].filter((count) => count <= MOST_IDS[effort]);
  const named = counts.map((count) => [`${count.toLocaleString('en')} ids`, count] as const);
  const receivers = new Map(
    [...named, [secondRun(least), 1_000] as const].map(([name, count]) => [
      name,
      receiverWith(count),
    ]),
  );
  const { rounds, warmUp } = roundsOf(effort, ROUNDS);
  const deliveries = await Promise.all(
    Array.from({ length: DELIVERIES_PER_ROUND * (rounds + warmUp) }, (_, index) =>
      deliveryOfSize(1024, { id: `evt_new${index}` }),
    ),
  );
  const times = await inTurns(effort, [...receivers.keys()], ROUNDS, (name, round) => {
    const from = round * DELIVERIES_PER_ROUND;
    return microsEach(receivers.get(name), deliveries.slice(from, from + DELIVERIES_PER_ROUND));
  });
  return rowsOf({ subject: 'growth', contest: 'receive, remembered' }, times, least, {
    pairs: named.slice(1).map(([name, count]) => {
      return { name, against: least, budget: count < 1_000_000 ? FLAT : FLAT_AT_A_MILLION };
    }),
  });
}

function receiverWith(ids: number): Receiver {
  const dedupe = memoryStore({ maxEntries: 2 * ids });
  for (let index = 0; index < ids; index += 1) {
    const key = `int_b7h2vx9q4kzmw3tn8rcjp6fd:evt_${index.toString(36).padStart(24, '0')}`;
    dedupe.claim(key, 'owner', 60_000);
    dedupe.commit(key, 'owner', 604_800_000);
  }
  return createReceiver({ secret, dedupe, handlers: { '*': async () => {} } });
}

async function microsEach(
  receiver: Receiver | undefined,
  deliveries: readonly SizedDelivery[],
): Promise<number> {
  const before = process.cpuUsage();
  for (const delivery of deliveries) {
    const ack = await receiver?.receive(toDelivery(delivery));
    if (ack?.outcome.kind !== 'processed') throw new Error(`The event was ${ack?.outcome.kind}.`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / deliveries.length;
}
