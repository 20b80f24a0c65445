import { expect, it } from 'vitest';
import { tellOnce } from '../../../src/service/engine/tell-once.js';

it('an error is told once, however many jobs it has failed', () => {
  const told: unknown[] = [];
  const tell = tellOnce((error) => told.push(error));
  const [one, another] = [new Error('away'), new Error('away')];
  for (const error of [one, one, another, 'text', 'text']) tell(error);
  expect(told).toEqual([one, another, 'text', 'text']);
});
