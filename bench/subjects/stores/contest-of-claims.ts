import { randomUUID } from 'node:crypto';
import type { DedupeStore } from '@screening-webhooks/core';
import type { Count, Effort } from '../../measure/effort.js';
import { inTurns, mapRounds, medianOf } from '../../measure/rounds.js';
import { secondRun } from '../../measure/rows-of.js';
import { runConcurrently, type Timing } from './run-concurrently.js';

const IN_FLIGHT = 32;
const LEASE = 60_000;

/** A store in a SQL database, and the cheapest statement that it could use for a claim. */
interface Contest {
  /** The name of the store. */
  readonly name: string;
  readonly perRound: Count;
  readonly store: DedupeStore;
  readonly raw: string;
  readonly insert: (key: string) => Promise<unknown>;
}

/** Claims and commits of a store beside the INSERT of a row, in turns. */
export async function contestOfClaims(effort: Effort, { store, raw, insert, ...contest }: Contest) {
  const perRound = contest.perRound[effort];
  const owner = randomUUID();
  const claim = `${contest.name}.claim`;
  const commit = `${contest.name}.commit`;
  const operations: Readonly<Record<string, (key: string) => Promise<unknown>>> = {
    [raw]: insert,
    [claim]: async (key) => store.claim(key, owner, LEASE),
    [commit]: async (key) => store.commit(key, owner, LEASE),
  };
  let used = 0;
  // A claim and its commit use the same keys, which no other operation uses.
  const round = (name: string, from: number): Promise<Timing> => {
    let next = from;
    const operate = operations[name.replace(secondRun(''), '')];
    return runConcurrently(IN_FLIGHT, perRound, async () => operate?.(keyOf(next++)));
  };
  const timings = await inTurns(
    effort,
    [raw, secondRun(raw), claim, commit],
    { rounds: 9, warmUp: 1 },
    async (name) => {
      const from = used;
      used += perRound;
      if (name === commit) await round(claim, from);
      return round(name, from);
    },
  );
  const times = mapRounds(timings, ({ ms }) => ms);
  const waits = mapRounds(timings, ({ p50 }) => p50);
  return {
    heading: { subject: 'stores', contest: `${contest.name}, ${IN_FLIGHT} in flight` },
    times,
    figuresOf: (name: string) => ({
      '/s': (perRound * 1000) / medianOf(times, name),
      ms: medianOf(waits, name),
    }),
  };
}

/** A key as a receiver makes it. */
export function keyOf(index: number): string {
  return `int_01HZX3${'0'.repeat(16)}:evt_${String(index).padStart(26, '0')}`;
}
