import { describe, expect, it } from 'vitest';
import { maria } from '../../support/maria.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

const keys = (many: number) =>
  Object.fromEntries(Array.from({ length: many }, (_, index) => [`key${index}`, index]));

describe('metadata has', () => {
  it.each<[bound: string, most: object, more: object]>([
    ['at most 50 keys', keys(50), keys(51)],
    ['keys of at most 40 characters', { ['k'.repeat(40)]: 1 }, { ['k'.repeat(41)]: 1 }],
    // With its quotes.
    ['values of at most 500 characters', { key: 'v'.repeat(498) }, { key: 'v'.repeat(499) }],
  ])('%s', async (_bound, most, more) => {
    const create = async (metadata: object) =>
      (await service().call('POST', '/v1/candidates', { ...maria, metadata })).status;
    expect(await create(most)).toBe(201);
    expect(await create(more)).toBe(422);
  });
});

it('a page has at most 100 objects', async () => {
  const status = async (limit: number) =>
    (await service().call('GET', `/v1/candidates?limit=${limit}`)).status;
  expect(await status(100)).toBe(200);
  expect(await status(101)).toBe(400);
});
