import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, it } from 'vitest';
import { openFolderDatabase } from '../../../../src/service/db/folder/open-folder-database.js';
import { startWriter } from './support/start-writer.js';

const ROUNDS = 8;
/** The row after which a process is killed, and an extra delay in milliseconds, which spans the next few writes. */
const moments = fc.noBias(
  fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 5 })),
);

it('a process killed while it writes loses no committed row, and frees its lock', async () => {
  const folder = scratchFolder();
  for (const [killAt, delay] of fc.sample(moments, ROUNDS)) {
    const { child, lines } = await startWriter(folder, 3_000);
    let committed = 0;
    for await (const line of lines) {
      committed = Number(line) || committed;
      if (committed === killAt) setTimeout(() => child.kill('SIGKILL'), delay);
    }
    if (child.signalCode === null) await once(child, 'exit');
    expect(child.signalCode).toBe('SIGKILL');
    const { sql: db, close } = await openFolderDatabase(folder);
    const found: unknown = await db.execute(
      sql`select count(*)::int as count, max(number) as newest from written where number > 0`,
    );
    // The commit of the next row may have been killed before its number was printed.
    expect([committed, committed + 1]).toContainEqual(countOf(found));
    await db.execute(sql`truncate written`);
    await close();
  }
  expect(readdirSync(folder)).toEqual(['database', `screening-sandbox.lock.${2 * ROUNDS}`]);
});

/** The count, if it is the newest number as well. */
function countOf(found: unknown): unknown {
  expect(found).toMatchObject({ rows: [{ count: expect.any(Number) }] });
  const [row] = (found as { rows: { count: number; newest: number | null }[] }).rows;
  expect(row?.newest ?? 0).toBe(row?.count);
  return row?.count;
}

it('a start killed while it makes the database leaves a folder that opens', async () => {
  const folder = scratchFolder();
  const { child } = await startWriter(folder);
  const database = join(folder, 'database');
  // The second condition is for a machine that checks slowly.
  const begun = () => existsSync(`${database}.new/base`) || existsSync(database);
  await expect.poll(begun, { timeout: 60_000, interval: 1 }).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { close } = await openFolderDatabase(folder);
  await close();
  expect(readdirSync(folder)).toEqual(['database', 'screening-sandbox.lock.2']);
});
