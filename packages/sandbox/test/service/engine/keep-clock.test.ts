import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { engineLease, jobs } from '../../../src/service/db/schema/index.js';
import type { Database } from '../../../src/service/db/sql.js';
import { ClockSetBackError, keepClock } from '../../../src/service/engine/keep-clock.js';
import { createClock, readClock, setClock } from '../../../src/service/kernel/clock.js';
import { borrowMemoryDatabase } from '../../support/open-test-database.js';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;
// Near the machine's time. When a timer of an idle PGlite fires, such as one of another file in this process, PGlite starts
// another one, for as long as the system clock was set back. From 25 days on, Node fires it at once, and warns, forever.
const start = new Date(Math.floor(Date.now() / HOUR) * HOUR);

let sql: Database;
let close: () => Promise<void>;
let errors: unknown[];

beforeEach(async () => {
  // The system clock, which the database in this process reads. It is frozen unless a test sets it.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: start });
  ({ sql, close } = await borrowMemoryDatabase());
  await createClock(sql, { mode: 'real', now: new Date(start.getTime() + 31 * DAY) });
  errors = [];
});
afterEach(async () => {
  await close();
  vi.useRealTimers();
});

const step = (ms: number) => vi.setSystemTime(Date.now() + ms);
const virtualNow = async () => (await readClock(sql)).now.getTime();

async function keeper() {
  const kept = keepClock(sql, (error) => errors.push(error));
  await kept.check();
  return kept;
}

it('continues from where it was when the system clock is set back', async () => {
  step(HOUR);
  const kept = await keeper();
  const before = await virtualNow();
  step(-HOUR / 2);
  expect(await virtualNow()).toBe(before - HOUR / 2);
  await kept.check();
  expect(await virtualNow()).toBeGreaterThanOrEqual(before);
  expect(errors).toEqual([new ClockSetBackError()]);
  step(MINUTE);
  await kept.check();
  expect(await virtualNow()).toBeGreaterThanOrEqual(before + MINUTE);
  expect(errors).toHaveLength(1);
});

it('does not stand still when it is set back beyond its start', async () => {
  step(HOUR);
  const kept = await keeper();
  const before = await virtualNow();
  step(-10 * HOUR);
  await kept.check();
  expect(await virtualNow()).toBeGreaterThanOrEqual(before);
  step(1000);
  expect(await virtualNow()).toBeGreaterThanOrEqual(before + 1000);
});

it('follows a system clock that is set forward, and a clock that someone sets', async () => {
  const kept = await keeper();
  const before = await virtualNow();
  step(HOUR);
  await kept.check();
  expect(await virtualNow()).toBe(before + HOUR);
  await setClock(sql, { mode: 'real', now: start });
  await kept.check();
  expect(await virtualNow()).toBe(start.getTime());
  expect(errors).toEqual([]);
});

it('leaves a frozen clock alone', async () => {
  await setClock(sql, { mode: 'frozen', now: start });
  const kept = await keeper();
  step(-HOUR);
  await kept.check();
  expect(await readClock(sql)).toEqual({ mode: 'frozen', now: start });
  expect(errors).toEqual([]);
});

it('of two processes, one sets the clock', async () => {
  step(HOUR);
  const [one, other] = [await keeper(), await keeper()];
  const before = await virtualNow();
  step(-HOUR);
  await one.check();
  await other.check();
  expect(await virtualNow()).toBeGreaterThanOrEqual(before);
  expect(errors).toHaveLength(1);
});

it.each(['while it looks', 'before it looks'])(
  'shortens the leases of the dead when the clock is set back %s',
  async (when) => {
    step(2 * HOUR);
    const lease = { leaseOwner: crypto.randomUUID(), leaseUntil: new Date(Date.now() + MINUTE) };
    const job = { kind: 'discard' as const, ref: 'a', payload: null, dueAt: start, ...lease };
    await sql.insert(jobs).values(job);
    const until = new Date(Date.now() + 10_000);
    await sql.insert(engineLease).values({ holder: crypto.randomUUID(), until, busy: true });
    const early = when === 'while it looks' ? await keeper() : undefined;
    step(-HOUR);
    await (early ?? (await keeper())).check();
    const now = Date.now();
    expect((await sql.select().from(jobs))[0]?.leaseUntil).toEqual(new Date(now + MINUTE));
    expect((await sql.select().from(engineLease))[0]?.until).toEqual(new Date(now + 10_000));
  },
);
