import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { life } from './commands.js';
import { live } from './live.js';
import type { Command } from './oracle.js';
import { System } from './system.js';

// `MODEL_SEED=7 MODEL_RUNS=1000` explores. A failure that it finds becomes one of the named lives.
const { MODEL_RUNS, MODEL_SEED = '1' } = process.env;
const RUNS_OF_TEST = 10;
// The lives of these seeds kill mutants of docs/mutation.md.
const SEEDS = [1, 9];

const named: Readonly<Record<string, readonly Command[]>> = {
  'a result that was learnt is recorded after the database blinked': [
    { do: 'order' },
    {
      do: 'advance',
      minutes: 0,
      incident: { count: 1, step: 'end', write: 'lost', process: 'lives' },
    },
  ],
  'an attempt that a crash has cut is not made again to an endpoint that was paused meanwhile': [
    { do: 'order' },
    {
      do: 'advance',
      minutes: 0,
      incident: { count: 1, step: 'end', write: 'lost', process: 'dies' },
      meanwhile: { attempt: 1, command: { do: 'pause', endpoint: 0 } },
    },
    { do: 'advance', minutes: 0 },
    { do: 'recover', endpoint: 0, include: 'all' },
    { do: 'resume', endpoint: 0, discard: false },
    { do: 'advance', minutes: 0 },
  ],
  'an attempt that a crash has cut uses up none of the policy': [
    { do: 'limit', endpoint: 0, maxAttempts: 2 },
    { do: 'answer', endpoint: 0, status: 500 },
    { do: 'order' },
    {
      do: 'advance',
      minutes: 0,
      incident: { count: 1, step: 'end', write: 'lost', process: 'dies' },
    },
    { do: 'advance', minutes: 20 },
  ],
  'a replay that a crash has cut leaves the delivery as it was, when its endpoint was deleted': [
    { do: 'order' },
    { do: 'advance', minutes: 0 },
    { do: 'replay', delivery: 0 },
    {
      do: 'advance',
      minutes: 0,
      incident: { count: 1, step: 'end', write: 'lost', process: 'dies' },
      meanwhile: { attempt: 1, command: { do: 'delete', endpoint: 0 } },
    },
    { do: 'advance', minutes: 0 },
  ],
  'two recoveries of missing events, one of which a crash has cut, send each of them once': [
    { do: 'subscribe', endpoint: 0, to: false },
    { do: 'order' },
    { do: 'order' },
    { do: 'subscribe', endpoint: 0, to: true },
    { do: 'recover', endpoint: 0, include: 'missing' },
    { do: 'recover', endpoint: 0, include: 'missing' },
    {
      do: 'advance',
      minutes: 0,
      incident: { count: 1, step: 'other', write: 'unanswered', process: 'dies' },
    },
    { do: 'recover', endpoint: 0, include: 'all' },
    { do: 'advance', minutes: 0 },
  ],
};

describe('the life of deliveries is what the oracle says', () => {
  let system: System;
  beforeAll(async () => {
    system = await System.open();
  });
  afterAll(() => system.close());

  it.each(Object.entries(named))('%s', (_name, commands) => live(system, commands));

  const explored = Array.from(
    { length: Math.ceil(Number(MODEL_RUNS) / RUNS_OF_TEST) },
    (_, index) => Number(MODEL_SEED) + index,
  );
  it.each(MODEL_RUNS === undefined ? SEEDS : explored)(
    `in ${RUNS_OF_TEST} random lives of the seed %i`,
    async (each) => {
      const property = fc.asyncProperty(life, (commands) => live(system, commands));
      await fc.assert(property, { seed: each, numRuns: RUNS_OF_TEST });
    },
  );
});
