import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import type { Changes } from '../../../src/service/db/changes.js';
import type { OpenDatabase } from '../../../src/service/db/connect.js';
import type { DrizzlePglite } from '../../../src/service/db/drizzle-pglite.js';
import { restoreSnapshot, SEEDED } from '../../../src/service/db/snapshot.js';
import { borrowMemoryDatabase } from '../../support/open-test-database.js';
import { createCandidate } from '../../support/reports.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
let spyOnQuery: () => MockInstance<DrizzlePglite['query']>;
let database: OpenDatabase;
let changes: Changes;
let works = 0;

beforeAll(async () => {
  const borrowed = await borrowMemoryDatabase();
  const { pglite } = borrowed;
  spyOnQuery = () => vi.spyOn(pglite, 'query');
  ({ changes } = pglite);
  database = borrowed;
  service = await startTestService(
    { forwardTo: 'http://127.0.0.1:9/' },
    { openDatabase: async () => database },
  );
  changes.onWork(() => {
    works += 1;
  });
});
beforeEach(() => restoreSnapshot(database.sql, SEEDED));
afterAll(() => service.close());

/** The notifications of a change. */
async function notificationsOf(change: () => Promise<unknown>) {
  const before = [changes.count, works];
  await change();
  return { reading: changes.count !== before[0], work: works !== before[1] };
}

const job = `insert into jobs (kind, ref, due_at) values ('retention', 'of a test', '2999-01-01')`;

it.each([
  ['update api_keys set revoked_at = now() where false', false, false],
  ['update api_keys set revoked_at = now()', true, false],
  [`update api_keys set allowed_origins = '{"https://a.example"}'`, true, false],
  ['update api_keys set last_used_at = now(), requests = requests + 1, errors = 1', false, false],
  ['delete from api_keys', true, false],
  [`update tenants set status = 'suspended'`, true, false],
  ['truncate faults', true, false],
  [`update clock set at = at + interval '1 hour'`, true, true],
  [job, false, true],
  ['update jobs set due_at = now()', false, true],
  ['update jobs set lease_until = now()', false, false],
  ['delete from jobs', false, false],
  [`update counters set last = last + 1`, false, false],
  [`with moved as (${job} returning 1) update clock set frozen = true`, true, true],
])('%s', async (statement, reading, work) => {
  await database.sql.execute(raw.raw(job));
  expect(await notificationsOf(() => database.sql.execute(raw.raw(statement)))).toEqual({
    reading,
    work,
  });
});

it('a transaction tells when it commits, and nothing when it is rolled back', async () => {
  const change = raw`update clock set at = at + interval '1 hour'`;
  const failing = () =>
    database.transact('select 1', async (tx) => {
      await tx.execute(change);
      throw new Error('no');
    });
  expect(await notificationsOf(() => failing().catch(() => {}))).toEqual({
    reading: false,
    work: false,
  });
  expect(
    await notificationsOf(() =>
      database.transact('select 1', async (tx) => {
        expect(await notificationsOf(() => tx.execute(change))).toEqual({
          reading: false,
          work: false,
        });
      }),
    ),
  ).toEqual({ reading: true, work: true });
});

it('a snapshot that is restored tells both', async () => {
  expect(await notificationsOf(() => restoreSnapshot(database.sql, SEEDED))).toEqual({
    reading: true,
    work: true,
  });
});

it('a candidate is created without a look at the key, the faults and the jobs, until they change', async () => {
  await createCandidate(service);
  const query = spyOnQuery();
  expect(await notificationsOf(() => createCandidate(service))).toEqual({
    reading: false,
    work: false,
  });
  const texts = query.mock.calls.map(([text]) => text);
  expect(texts.filter((text) => text.includes('from "faults"'))).toEqual([]);
  await database.sql.execute(raw`update api_keys set revoked_at = now()`);
  const { status } = await service.call('GET', '/v1/candidates');
  expect(status).toBe(401);
});

it('a key that is known is read again after a second, with the time of then', async () => {
  await service.call('GET', '/v1/candidates');
  const query = spyOnQuery();
  const countReads = () =>
    query.mock.calls.filter(([text]) => text.includes('from "api_keys"')).length;
  const now = vi.spyOn(performance, 'now');
  const at = performance.now();
  now.mockImplementation(() => at);
  await service.call('GET', '/v1/candidates');
  await service.call('GET', '/v1/candidates');
  expect(countReads()).toBeLessThanOrEqual(1);
  const read = countReads();
  now.mockImplementation(() => at + 1001);
  await service.call('GET', '/v1/candidates');
  expect(countReads()).toBe(read + 1);
});
