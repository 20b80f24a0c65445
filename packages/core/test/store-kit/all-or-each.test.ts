import { expect, it, vi } from 'vitest';
import { allOrEach, eachAlone } from '../../src/store-kit/index.js';

const refusal = new Error('kept by a trigger');
const isRefusal = (error: unknown): boolean => error === refusal;

/** Changes all rows, or none if 'refused' is among them. */
function table() {
  const sent: string[][] = [];
  const changed: string[] = [];
  async function change(rows: readonly string[]): Promise<number> {
    sent.push([...rows]);
    if (rows.includes('refused')) throw refusal;
    changed.push(...rows);
    return rows.length;
  }
  return { sent, changed, change };
}

it('changes the rows together, and each alone after a refusal', async () => {
  const { sent, changed, change } = table();
  expect(await allOrEach(['a', 'b'], change, isRefusal)).toEqual({ count: 2, failures: [] });
  expect(await allOrEach(['c', 'refused', 'd'], change, isRefusal)).toEqual({
    count: 2,
    failures: [refusal],
  });
  expect(changed).toEqual(['a', 'b', 'c', 'd']);
  expect(sent.slice(1)).toEqual([['c', 'refused', 'd'], ['c'], ['refused'], ['d']]);
  expect(await allOrEach(['refused'], change, isRefusal)).toEqual({
    count: 0,
    failures: [refusal],
  });
  expect(await allOrEach([], change, isRefusal)).toEqual({ count: 0, failures: [] });
});

it('sends nothing more when the server does not answer', async () => {
  const down = new Error('ECONNREFUSED');
  let calls = 0;
  const change = async (): Promise<number> => {
    calls += 1;
    throw calls === 1 ? refusal : down;
  };
  await expect(allOrEach(['a', 'b', 'c'], change, isRefusal)).rejects.toBe(down);
  expect(calls).toBe(2);
});

it('leaves rows for the next time when those before them took ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const change = async (): Promise<number> => {
    vi.advanceTimersByTime(2000);
    throw refusal;
  };
  const rows = Array.from({ length: 100 }, (_, index) => index);
  const { failures } = await eachAlone(rows, change, isRefusal);
  vi.useRealTimers();
  expect(failures).toHaveLength(7);
  expect(String(failures.at(-1))).toContain('94 rows');
});
