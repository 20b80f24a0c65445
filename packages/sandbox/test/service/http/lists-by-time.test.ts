import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '../../../src/service/operations.js';
import { recordsOf, sharedService } from '../../support/service.js';

const lists = operations({ allowNet: [], ownPorts: [] }).filter(
  ({ method, returns }) =>
    method === 'GET' && returns instanceof z.ZodObject && 'nextCursor' in returns.shape,
);
const takes = ({ input }: (typeof lists)[number], name: string) =>
  name in (input.query?.shape ?? {});

it('every list takes createdAfter and createdBefore, but catalogs and the rows of a file', () => {
  const without = lists.filter(
    (each) => !takes(each, 'createdAfter') || !takes(each, 'createdBefore'),
  );
  expect(without.map(({ id }) => id).sort()).toEqual([
    'listBulkImportRows',
    'listCheckTypes',
    'listEventTypes',
    'listVerificationSources',
  ]);
});

describe('a list by the time of creation', () => {
  const service = sharedService();
  const timed = lists.filter((each) => takes(each, 'createdAfter') && !each.path.includes('{'));

  it.each(timed.map(({ path }) => path))('%s', async (path) => {
    await service().control('/trigger', { type: 'document_verification.recorded' });
    const ids = async (query = '') =>
      recordsOf((await service().send('GET', `${path}${query}`))['data']).map(
        ({ id, tenantId, slug }) => id ?? tenantId ?? slug,
      );
    const all = await ids();
    // Reads of the log add to it.
    const isLog = path === '/v1/api-requests';
    const [old, future] = ['1999-12-31T23:59:59Z', '2100-01-01T00:00:00+02:00'].map(
      encodeURIComponent,
    );
    expect(await ids(`?createdBefore=${old}`)).toEqual([]);
    expect(await ids(`?createdAfter=${future}`)).toEqual([]);
    const within = await ids(`?createdAfter=${old}&createdBefore=${future}`);
    expect(isLog ? within.slice(within.length - all.length) : within).toEqual(all);
  });

  it('is cut at the time, which it leaves out', async () => {
    const create = (firstName: string) =>
      service().send('POST', '/v1/candidates', {
        firstName,
        lastName: 'Ortiz',
        email: 'a@example.com',
      });
    const first = await create('First');
    await service().control('/clock', { advance: '1h' });
    const second = await create('Second');
    const names = async (query: Record<string, string>) =>
      (await service().list(`/v1/candidates?${new URLSearchParams(query)}`)).map(
        ({ firstName }) => firstName,
      );
    expect(await names({ createdAfter: String(first['createdAt']) })).toEqual(['Second']);
    expect(await names({ createdBefore: String(second['createdAt']) })).toEqual(['First']);
    expect(await names({ createdAfter: String(second['createdAt']) })).toEqual([]);
  });
});
