import { describe, expect, it } from 'vitest';
import { adapterContract } from '../src/index.js';
import { failedCases } from './failed-cases.js';
import { correctReceiver, flawedReceivers } from './flawed-receivers.js';

describe('receiver.fetch', () => {
  it.each(adapterContract(correctReceiver))('$name', ({ run }) => run());
});

describe.concurrent('a flawed receiver fails the cases that name its flaw, and no others', () => {
  it.each(Object.entries(flawedReceivers))('%s', { timeout: 30_000 }, async (flaw, harness) => {
    const cases = adapterContract(harness);
    const naming = cases.filter(({ catches }) => catches.includes(flaw)).map(({ name }) => name);
    expect(naming.length).toBeGreaterThan(0);
    expect(await failedCases(cases)).toEqual(naming);
  });
});
