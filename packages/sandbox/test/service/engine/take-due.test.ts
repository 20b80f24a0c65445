import { inArray, sql as raw } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { defaultRetryPolicy } from '../../../src/service/capabilities/webhooks/index.js';
import { jobs, tenants } from '../../../src/service/db/schema/index.js';
import { onlyEngine } from '../../../src/service/engine/role/choose-role.js';
import { jobTaker } from '../../../src/service/engine/take-due.js';
import type { HeldJob } from '../../../src/service/engine/take-jobs.js';
import { createClock } from '../../../src/service/kernel/clock.js';
import { openTestDatabase } from '../../support/open-test-database.js';

const NOW = new Date('2026-01-01T12:00:00Z');

/** The jobs of a process on a real clock, which hang until they are ended. */
async function hangingJobs() {
  const { sql, close } = await openTestDatabase();
  onTestFinished(close);
  await createClock(sql, { mode: 'real', now: NOW });
  const running = new Map<HeldJob, undefined>();
  let minutes = -100_000;

  /** Makes jobs due, each later than those before. */
  async function fallDue(name: string, endpointIds: readonly (string | null)[]): Promise<void> {
    const rows = endpointIds.map((endpoint, number) => {
      minutes += 1;
      const due = new Date(NOW.getTime() + minutes * 60_000);
      const tenant = endpoint?.replace(/^we_|_\d+$/g, '') ?? 'ten_none';
      return { ref: `${name} ${number}`, due, tenant, endpoint };
    });
    // One parameter, because building a statement with thousands takes seconds.
    await sql.execute(raw`insert into jobs (kind, ref, due_at, tenant_id, endpoint_id)
      select 'delivery_attempt', ref, due, tenant, endpoint
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as rows (ref text, due timestamptz, tenant text, endpoint text)
        order by due`);
  }

  async function takeOnce(): Promise<readonly HeldJob[]> {
    // The taker remembers the jobs that it has looked at in vain.
    const takeTurn = jobTaker(sql, onlyEngine(sql));
    const taken: HeldJob[] = [];
    await takeTurn(running, (some) => {
      for (const held of some) running.set(held, undefined);
      taken.push(...some);
    });
    return taken;
  }

  return {
    fallDue,
    takeOnce,
    async takeAll(): Promise<readonly string[]> {
      const all: string[] = [];
      for (;;) {
        const taken = await takeOnce();
        if (taken.length === 0) return all;
        all.push(...taken.map(({ job }) => job.ref));
      }
    },
    async createEndpoints(tenant: string, count: number): Promise<readonly string[]> {
      const times = { createdAt: NOW, updatedAt: NOW };
      await sql.insert(tenants).values({
        ...times,
        id: tenant,
        slug: tenant,
        name: tenant,
        adminEmail: '',
        termsVersion: '',
        status: 'active',
        partner: false,
        timeZone: 'UTC',
      });
      const ids = Array.from({ length: count }, (_, number) => `we_${tenant}_${number}`);
      await sql.execute(raw`insert into webhook_endpoints
          (id, tenant_id, url, event_types, retry_policy, paused, secret, in_process, created_at, updated_at)
        select id, ${tenant}, id, '{}', ${JSON.stringify(defaultRetryPolicy)}::jsonb, false, '', true,
            ${NOW.toISOString()}::timestamptz, ${NOW.toISOString()}::timestamptz
          from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as id`);
      return ids;
    },
    /** Ends jobs that run. */
    async end(count: number, tenant: string): Promise<void> {
      const ended = [...running.keys()]
        .filter((each) => each.job.tenantId === tenant)
        .slice(0, count);
      for (const each of ended) running.delete(each);
      const numbers = ended.map(({ job }) => job.seq);
      await sql.delete(jobs).where(inArray(jobs.seq, numbers));
    },
    running: (tenant: string) =>
      [...running.keys()].filter((each) => each.job.tenantId === tenant).length,
  };
}

const refs = (taken: readonly HeldJob[]) => taken.map(({ job }) => job.ref);

it('with 1,200 hanging endpoints of a tenant, the first attempt of another is taken next', async () => {
  const { createEndpoints, fallDue, takeAll, takeOnce, running } = await hangingJobs();
  await fallDue('hangs', await createEndpoints('ten_hanging', 1200));
  const taken = await takeAll();
  // A tenant alone gets all slots except the reserve, in order.
  expect(taken).toEqual(Array.from({ length: 900 }, (_, number) => `hangs ${number}`));
  await fallDue('first', await createEndpoints('ten_other', 1));
  await fallDue('without endpoint', [null]);
  expect(refs(await takeOnce())).toEqual(['first 0', 'without endpoint 0']);
  expect(running('ten_hanging')).toBe(900);
});

it('while others have due work, a tenant has at most a quarter of the slots', async () => {
  const { createEndpoints, fallDue, takeAll, running, end } = await hangingJobs();
  await fallDue('old', await createEndpoints('ten_old', 1200));
  await fallDue('other', await createEndpoints('ten_other', 300));
  await takeAll();
  // No other tenant has due jobs left that may be taken.
  expect([running('ten_old'), running('ten_other')]).toEqual([250, 250]);
  await end(200, 'ten_other');
  // The tenant takes its last 50 jobs.
  await takeAll();
  expect([running('ten_old'), running('ten_other')]).toEqual([800, 100]);
});

it.each([5000, 30])(
  'takes go round the tenants, with %i jobs of one due before those of others',
  async (queued) => {
    const { createEndpoints, fallDue, takeOnce } = await hangingJobs();
    const many = await createEndpoints('ten_many', 1000);
    await fallDue(
      'many',
      Array.from({ length: queued }, (_, number) => many[number % 1000] ?? null),
    );
    const [few = ''] = await createEndpoints('ten_few', 1);
    await fallDue('few', [few, few]);
    await fallDue('without endpoint', [null]);
    const taken = refs(await takeOnce());
    const expected = [
      'many 0',
      'few 0',
      'without endpoint 0',
      'many 1',
      'few 1',
      'many 2',
      'many 3',
    ];
    expect(taken.slice(0, 7)).toEqual(expected);
  },
);

it('many who begin to hang at once leave slots to who comes next', async () => {
  const { createEndpoints, fallDue, takeAll, takeOnce, running } = await hangingJobs();
  for (const tenant of ['ten_1', 'ten_2', 'ten_3', 'ten_4', 'ten_5', 'ten_6']) {
    await fallDue(tenant, await createEndpoints(tenant, 400));
  }
  await takeAll();
  const tenants = [1, 2, 3, 4, 5, 6].map((number) => running(`ten_${number}`));
  expect(tenants).toEqual(Array(6).fill(150));
  await fallDue('new', await createEndpoints('ten_new', 20));
  expect(refs(await takeOnce())).toEqual(
    Array.from({ length: 10 }, (_, number) => `new ${number}`),
  );
});

it('jobs behind a backlog that may not be taken are found, one of each endpoint at a time', async () => {
  const { createEndpoints, fallDue, takeOnce } = await hangingJobs();
  const [busy = '', one = '', two = ''] = await createEndpoints('ten_busy', 3);
  await fallDue('backlog', Array(300).fill(busy));
  await fallDue('behind', [two, two, one, null]);
  const first = ['backlog 0', 'behind 3', ...[1, 2, 3, 4].map((number) => `backlog ${number}`)];
  expect(refs(await takeOnce())).toEqual([...first, 'behind 0', 'behind 2']);
  expect(refs(await takeOnce())).toEqual(['behind 1']);
  expect(await takeOnce()).toEqual([]);
});
