import { memoryStore } from '@screening-webhooks/core';
import { describe, expect, it } from 'vitest';
import { type ContractCase, dedupeStoreContract, manualClock } from '../src/index.js';
import { flawedStores, lockRow } from './flawed-stores.js';

describe('memoryStore', () => {
  const clock = manualClock();
  const cases = dedupeStoreContract({
    create: () => memoryStore({ now: clock.now, monotonicNow: clock.now }),
    wait: clock.advance,
  });
  it.each(cases)('$name', ({ run }) => run());
});

describe('a flawed store fails the cases that name its flaw, and no others', () => {
  it.each(flawedStores)('%s', async (flaw, create) => {
    const clock = manualClock();
    const cases = dedupeStoreContract({
      create: () => create(clock.now),
      wait: clock.advance,
      lock: lockRow,
    });
    const naming = cases.filter(({ catches }) => catches.includes(flaw)).map(({ name }) => name);
    expect(naming.length).toBeGreaterThan(0);
    expect(await failedCases(cases)).toEqual(naming);
  });
});

/** The names of the cases that an implementation fails. Runs them one after the other, because they share a clock. */
async function failedCases(cases: readonly ContractCase[]): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of cases) {
    await run().catch(() => failed.push(name));
  }
  return failed;
}
