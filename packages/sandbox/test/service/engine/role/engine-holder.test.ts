import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { engineLease } from '../../../../src/service/db/schema/index.js';
import { transactOn } from '../../../../src/service/db/sql.js';
import { RENEW_ENGINE_MS } from '../../../../src/service/engine/lease.js';
import { engineHolder } from '../../../../src/service/engine/role/engine-holder.js';
import type { EngineRole } from '../../../../src/service/engine/role/engine-role.js';
import { deferred } from '../../../support/deferred.js';
import { sharedService } from '../../../support/service.js';

const service = sharedService();
const database = () => service().sql;
let errors: unknown[];
let holder: EngineRole;

beforeEach(async () => {
  // Fakes only the timer of the renewals.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  errors = [];
  const held = deferred<void>();
  holder = engineHolder(
    database(),
    transactOn(database()),
    () => held.resolve(),
    (error) => errors.push(error),
  );
  await held.promise;
});

afterEach(async () => {
  await holder.close();
  await database().delete(engineLease);
  vi.useRealTimers();
});

const takeTableAway = () => database().execute(sql`alter table engine_lease rename to away`);
const bringTableBack = () => database().execute(sql`alter table away rename to engine_lease`);
const failure = expect.objectContaining({ message: expect.stringContaining('engine_lease') });

it('closes while the database is away, and reports it', async () => {
  await takeTableAway();
  try {
    await holder.close();
  } finally {
    await bringTableBack();
  }
  expect(errors).toEqual([failure]);
});

it('lets another process move the clock after a move whose end was not recorded', async () => {
  const isBusy = async () => (await database().select().from(engineLease))[0]?.busy;
  await holder.alone('awaited', async () => {
    expect(await isBusy()).toBe(true);
    await takeTableAway();
  });
  await bringTableBack();
  expect(errors).toEqual([failure]);
  expect(await isBusy()).toBe(true);
  vi.advanceTimersByTime(RENEW_ENGINE_MS);
  await vi.waitFor(async () => expect(await isBusy()).toBe(false));
});

it('gives way within 15 seconds when it stalls', async () => {
  const left = sql<string>`extract(epoch from ${engineLease.until} - now()) * 1000`;
  const [lease] = await database()
    .select({ ms: left.mapWith(Number) })
    .from(engineLease);
  // Another process checks for an expired lease as often as it would renew its own.
  expect(lease?.ms).toBeLessThan(15_000 - RENEW_ENGINE_MS);
});
