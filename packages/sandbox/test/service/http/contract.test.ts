import { expect, it } from 'vitest';
import { describeApi } from '../../../src/service/operations.js';
import { describedOperations } from '../../support/openapi.js';
import { ownService, sharedService } from '../../support/service.js';
import { testContract } from '../../support/test-contract.js';

const service = sharedService();

// `npx vitest run --project slow` tries more.
it('no operation answers what the document does not describe', () => testContract(service(), 2));

const demo = ownService({ seed: 'demo' });

it('every list, and every object of one, is what the document describes', async () => {
  const { call } = demo();
  const gets = describedOperations(describeApi()).filter(
    ({ method, streams, partner }) => method === 'GET' && !streams && !partner,
  );
  const look = async ({ path, mismatch }: (typeof gets)[number], at: string) => {
    const { status, headers, body } = await call('GET', at);
    expect([at, mismatch(status, headers.get('content-type') ?? '', body)]).toEqual([
      at,
      undefined,
    ]);
    return { path, body };
  };
  let objects = 0;
  for (const list of gets.filter(({ path }) => !path.includes('{'))) {
    const { body } = await look(list, list.path);
    const records: readonly unknown[] = Array.isArray(body['data']) ? body['data'] : [];
    const one = gets.find(({ path }) => path.replace(/\{\w+\}$/, '') === `${list.path}/`);
    for (const record of one ? records.slice(0, 3) : []) {
      const id = Object(record)['id'] ?? Object(record)['slug'];
      if (one === undefined || id === undefined) continue;
      await look(one, `${list.path}/${id}`);
      objects += 1;
    }
  }
  expect(objects).toBeGreaterThan(20);
});
