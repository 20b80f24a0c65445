import { describe, expect, it, vi } from 'vitest';
import { adapterContract, type ContractCase } from '../src/index.js';
import { correctReceiver, flawedReceivers } from './flawed-receivers.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000 });

const cases = adapterContract(correctReceiver);
const receivers = flawedReceivers.map(([flaw, harness]) => ({
  flaw,
  cases: adapterContract(harness),
}));

const passes = ({ run }: ContractCase): Promise<boolean> =>
  run().then(
    () => true,
    () => false,
  );

describe('receiver.fetch', () => {
  it.concurrent.each(cases)('$name', ({ run }) => run());
});

describe('a case fails for the receivers whose flaw it names, and for no others', () => {
  it.concurrent.each(cases)('$name', async ({ name, catches }) => {
    const results = receivers.map(async ({ flaw, cases: all }) => {
      const same = all.find((each) => each.name === name);
      return same && (await passes(same)) ? [] : [flaw];
    });
    expect((await Promise.all(results)).flat().sort()).toEqual([...catches].sort());
  });

  it('and some case names each flaw', () => {
    const flaws = flawedReceivers.map(([flaw]) => flaw);
    expect([...new Set(cases.flatMap(({ catches }) => catches))].sort()).toEqual(flaws.sort());
  });
});
