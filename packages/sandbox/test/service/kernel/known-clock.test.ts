import { sql as raw } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { clock } from '../../../src/service/db/schema/index.js';
import type { Transact } from '../../../src/service/db/sql.js';
import { createClock } from '../../../src/service/kernel/clock.js';
import { type Command, commandRunner } from '../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../src/service/kernel/identity.js';
import { borrowMemoryDatabase } from '../../support/open-test-database.js';

const START = '2026-01-01T00:00:00.000Z';

async function start(mode: 'real' | 'frozen') {
  const { sql, transact, changes, close } = await borrowMemoryDatabase();
  onTestFinished(() => close());
  await createClock(sql, { mode, now: new Date(START) });
  let wasKnown: boolean;
  const watched: Transact = (first, body, known) =>
    transact(first, body, () => {
      const row = known?.();
      wasKnown = row !== undefined;
      return row;
    });
  const urls = { origin: '', file: () => '', hosted: () => '' };
  const run = commandRunner(watched, randomIdentity(), urls, false, undefined, changes);
  return {
    sql,
    run,
    /** The time of a command, and whether the clock was known. */
    async now(body: (command: Command) => unknown = () => {}) {
      const time = await run(async (command) => {
        await body(command);
        return command.now.toISOString();
      });
      return [time, wasKnown];
    },
  };
}

const LATER = '2026-01-01T01:00:00.000Z';
const set = raw`update clock set at = ${LATER}::timestamptz`;

it('a frozen clock is read again only after a change of it', async () => {
  const { sql, now } = await start('frozen');
  expect([await now(), await now()]).toEqual([
    [START, false],
    [START, true],
  ]);
  await sql.execute(set);
  expect([await now(), await now()]).toEqual([
    [LATER, false],
    [LATER, true],
  ]);
});

it('a command that sets the clock is the last with the time before it, if it commits', async () => {
  const { run, now } = await start('frozen');
  await now();
  const failing = run(async ({ tx }) => {
    await tx.execute(set);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await now()).toEqual([START, true]);
  expect(await now(({ tx }) => tx.execute(set))).toEqual([START, true]);
  expect(await now()).toEqual([LATER, false]);
});

it('a running clock continues with the system clock, and never before its start', async () => {
  const { sql, now } = await start('real');
  const [row] = await sql.select().from(clock);
  await now();
  const system = vi.spyOn(Date, 'now');
  onTestFinished(() => system.mockRestore());
  for (const [passed, time] of [
    [3_600_000, LATER],
    [1, '2026-01-01T00:00:00.001Z'],
    [-5000, START],
  ] as const) {
    system.mockReturnValue(Number(row?.wallAt) + passed);
    expect(await now()).toEqual([time, true]);
  }
});
