import { expect, it } from 'vitest';
import { reportOnce } from '../../../src/service/engine/report-once.js';

it('an error is reported once, however many jobs it has failed', () => {
  const told: unknown[] = [];
  const tell = reportOnce((error) => told.push(error));
  const [one, another] = [new Error('away'), new Error('away')];
  for (const error of [one, one, another, 'text', 'text']) tell(error);
  expect(told).toEqual([one, another, 'text', 'text']);
});
