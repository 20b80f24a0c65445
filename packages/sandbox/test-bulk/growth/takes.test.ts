import { beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  endAttempts,
  lockDeliveries,
  writeStarted,
} from '../../src/service/capabilities/webhooks/deliveries/attempt-records.js';
import { readDue } from '../../src/service/control/due-work.js';
import type { Sql } from '../../src/service/db/sql.js';
import { oneOfMany, onlyEngine } from '../../src/service/engine/role/choose-role.js';
import { dueTakes, freeSlots } from '../../src/service/engine/take-due.js';
import {
  type HeldJob,
  nextDue,
  readNext,
  releaseJob,
  removeJobs,
  renewJobs,
  takeFirst,
  takeJobByRef,
} from '../../src/service/engine/take-jobs.js';
import { limits } from '../../src/service/limits/limits.js';
import { follow } from '../../test/support/follow.js';
import { describeWithPostgres } from '../../test/support/scratch-postgres.js';
import { openExplainedDatabase } from './support/explained-database.js';
import { filled, NOW } from './support/fill.js';
import { fillAlike } from './support/fill-alike.js';
import { explainCall, filledService } from './support/filled-service.js';

/** A take looks at 100 due jobs of a tenant. The 20 that are taken have rows in four tables. */
const READ = 40;

const rolledBack = new Error('The transaction is rolled back.');

describeWithPostgres('with 100,000 due jobs of an endpoint at its limit', () => {
  const get = filledService();

  beforeAll(async () => {
    const { admin } = get().database;
    await admin(`insert into jobs (kind, ref, due_at, endpoint_id)
      select 'delivery_attempt', 'dlv_' || n, '2026-12-01', '${filled.busyEndpoint}' from generate_series(1, 100000) n`);
    await admin(`update jobs set lease_owner = gen_random_uuid(), lease_until = now() + interval '1 hour'
      where ref in ('dlv_1', 'dlv_2', 'dlv_3', 'dlv_4', 'dlv_5')`);
    await admin(`insert into jobs (kind, ref, due_at, endpoint_id)
      select 'delivery_attempt', 'dlv_' || n, '2026-12-02', 'we_' || n % 4 from generate_series(100001, 100020) n`);
    await admin(`insert into jobs (kind, ref, due_at, tenant_id, endpoint_id)
      select 'delivery_attempt', 'dlv_' || n, '2026-12-03', 'ten_other', 'we_other' from generate_series(100021, 100023) n`);
    await admin('vacuum analyze jobs');
  }, 120_000);

  /** Runs a take on a real clock, and rolls it back. */
  async function explainTake(run: (tx: Sql) => Promise<unknown>): Promise<readonly string[]> {
    const { faults } = await get().explain(async () => {
      await expect(
        get().database.sql.transaction(async (tx) => {
          await tx.execute('update clock set frozen = false');
          await run(tx);
          throw rolledBack;
        }),
      ).rejects.toBe(rolledBack);
    }, READ);
    return faults;
  }

  it('takes those of the others, and continues without reading the backlog', async () => {
    const taken: HeldJob[] = [];
    const faults = await explainTake(async (tx) => {
      const slots = freeSlots([]);
      if (!slots) throw new Error('Nothing runs.');
      expect(await dueTakes(onlyEngine(tx)).first(slots)).toEqual([]);
      expect(await readNext(tx, 100)).toMatchObject({ waiting: 100 });
      const ofOther = await dueTakes(onlyEngine(tx)).ofEachTenant(slots);
      expect(ofOther.map(({ job }) => job.tenantId)).toEqual(Array(3).fill('ten_other'));
      // One job of each endpoint at a time.
      for (const left of [20, 16, 12, 8, 4, 0]) {
        expect(20 - taken.length).toBe(left);
        taken.push(...(await dueTakes(onlyEngine(tx)).ofEachEndpoint(slots)));
      }
      await renewJobs(tx, taken);
      await lockDeliveries(tx, taken, 'group');
      await lockDeliveries(tx, taken, 'one');
      const [first, ...others] = taken;
      if (first) await releaseJob(tx, first);
      await removeJobs(tx, others);
    });
    expect(faults).toEqual([]);
    expect(taken).toHaveLength(20);
    expect(taken.map(({ job }) => job.endpointId)).not.toContain(filled.busyEndpoint);
  });

  it('takes the first of all, and that of an object', async () => {
    const faults = await explainTake(async (tx) => {
      const first = await takeFirst(onlyEngine(tx), new Date(NOW));
      expect(first?.job.ref).toBe('dlv_6');
      expect((await takeJobByRef(onlyEngine(tx), 'dlv_50000'))?.job.ref).toBe('dlv_50000');
      expect(await nextDue(tx)).toEqual(new Date('2026-12-01T00:00:00Z'));
    });
    expect(faults).toEqual([]);
  });

  it('shows due work, and counts it up to the cap', async () => {
    const { sql } = get().database;
    const { faults } = await get().explain(async () => {
      const { data, ...counts } = await readDue(sql, new Date(NOW));
      expect(data).toHaveLength(limits.shownDue.most);
      const most = limits.countedDue.most;
      expect(counts).toMatchObject({ byKind: { delivery_attempt: most }, complete: false });
      expect(await readDue(sql, new Date(NOW), new Date('2026-11-30'))).toMatchObject({ total: 0 });
    }, limits.countedDue.most);
    expect(faults).toEqual([]);
  });

  it('follows deliveries from the end, and from a position', async () => {
    await get().database.admin(`insert into webhook_delivery_changes
        (delivery_id, tenant_id, integration_id, status, attempt_count, updated_at)
      select id, tenant_id, integration_id, status, attempt_count, updated_at from webhook_deliveries`);
    await get().database.admin('vacuum analyze webhook_delivery_changes');
    const { service } = get();
    const { faults } = await get().explain(async () => {
      const stream = await follow(service, { lastEventId: '0-1000' });
      await stream.take(50);
      await stream.leave();
      await (await follow(service)).leave();
    }, limits.changesOfStream.most);
    expect(faults).toEqual([]);
  });
});

describeWithPostgres('with 10,000 deliveries, and jobs that no statistics count', () => {
  it('makes attempts without reading the others', async () => {
    const database = await openExplainedDatabase();
    onTestFinished(() => database.close());
    await fillAlike(database, { status: 'scheduled' });
    await database.admin(`insert into jobs (kind, ref, due_at, endpoint_id)
      select 'delivery_attempt', 'dlv_' || n, '2026-01-01', 'we_' || n % 10 from generate_series(1, 10000) n`);
    await database.admin(`insert into clock (frozen, at, wall_at) values (false, '${NOW}', now())`);

    const slots = freeSlots([]);
    if (!slots) throw new Error('Nothing runs.');
    const take = dueTakes(oneOfMany(database.transact));
    const held: HeldJob[] = [];
    const large = new Set(['events', 'jobs', 'webhook_attempts', 'webhook_deliveries']);
    const { faults, indexes } = await explainCall(database, 100, large, async () => {
      held.push(...(await take.first(slots)), ...(await take.ofEachTenant(slots)));
      held.push(...(await take.ofEachEndpoint(slots)));
      await database.sql.transaction(async (tx) => {
        const now = new Date(NOW);
        // As after a few executions.
        await tx.execute('set local plan_cache_mode = force_generic_plan');
        const started = await lockDeliveries(tx, held, 'group');
        const request = {
          trigger: 'scheduled',
          url: '',
          requestHeaders: {},
          signedAt: now,
        } as const;
        await writeStarted(
          { tx, now },
          started.map(({ delivery: { id } }) => ({
            id,
            status: 'delivering',
            requests: [{ ...request, id: `att_${id}`, number: 1 }],
          })),
        );
        const results = held.map(
          ({ job: { ref, seq } }) =>
            ({
              id: `att_${ref}`,
              job: seq,
              state: 'succeeded',
              duration: 1,
              status: 200,
              headers: undefined,
              body: undefined,
              code: undefined,
              message: undefined,
            }) as const,
        );
        const ended = await endAttempts({ tx, now }, held, results, [], 'delivering', 'group');
        expect(ended.size).toBe(held.length);
      });
    });
    expect(held).toHaveLength(50);
    // The three takes use these, and the statements that start and end the attempts.
    expect([...indexes]).toEqual(
      expect.arrayContaining([
        'jobs_due',
        'jobs_due_of_tenant',
        'jobs_due_of_endpoint',
        'webhook_deliveries_pkey',
        'webhook_attempts_pkey',
      ]),
    );
    expect(faults).toEqual([]);
  });
});
