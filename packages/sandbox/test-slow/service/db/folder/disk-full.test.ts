import { readdirSync, rmSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { openFolderDatabase } from '../../../../src/service/db/folder/open-folder-database.js';
import { canMount, diskForTest, fill, MB } from './support/disk.js';
import { startWriter, type Writer } from './support/start-writer.js';

/** The number of the last committed row, and the writer's report after the failed write. */
async function untilFailure(lines: AsyncIterator<string>) {
  let committed = 0;
  for (;;) {
    const { value } = await lines.next();
    if (String(value).startsWith('{')) return { committed, ...JSON.parse(value) };
    committed = Number(value) || committed;
  }
}

async function finish({ goOn }: Writer, lines: AsyncIterator<string>) {
  goOn();
  return JSON.parse((await lines.next()).value);
}

async function countRows(folder: string) {
  const { sql: db, close } = await openFolderDatabase(folder);
  const found = await db.execute(sql`select count(*)::int as count from written where number > 0`);
  await db.execute(sql`insert into written values (0, 'works again')`);
  await close();
  return found;
}

describe.skipIf(!canMount())('on a full disk (skipped where this user may not mount)', () => {
  it('a database is not made, and the folder opens later', async () => {
    const { folder, ballast } = diskForTest(60 * MB);
    fill(ballast, 10 * MB);
    await expect(openFolderDatabase(folder)).rejects.toMatchObject({
      code: 'disk_full',
      message: `No space is left for ${folder}.`,
    });
    expect(readdirSync(folder)).toEqual(['screening-sandbox.lock.1']);
    rmSync(ballast);
    await (await openFolderDatabase(folder)).close();
  });

  it('a write without space for rows fails alone, and works again with space', async () => {
    const { folder, ballast } = diskForTest(60 * MB);
    await (await openFolderDatabase(folder)).close();
    fill(ballast, 2 * MB);
    const writer = await startWriter(folder, 20_000);
    const lines = writer.lines[Symbol.asyncIterator]();
    const { committed, failed, read } = await untilFailure(lines);
    expect(failed).toMatch(/could not extend file .* No space left on device/);
    expect(read).toBe('works');
    rmSync(ballast);
    expect(await finish(writer, lines)).toEqual({ write: 'works', close: 'works' });
    expect(await countRows(folder)).toMatchObject({ rows: [{ count: committed }] });
  });

  it('a write without space for the log ends the database, which opens again with space', async () => {
    const { folder, ballast } = diskForTest(60 * MB);
    await (await openFolderDatabase(folder)).close();
    // Empty rows take a third as much space in the table as in the log. The log's existing files of 1 MB suffice for 4 MB. Then
    // too little space is left for its next file.
    fill(ballast, 1.9 * MB);
    const writer = await startWriter(folder);
    const lines = writer.lines[Symbol.asyncIterator]();
    const { committed, failed, read } = await untilFailure(lines);
    expect(failed).toMatch(/^DatabaseCrashedError/);
    expect(read).toMatch(/^DatabaseCrashedError/);
    await expect(openFolderDatabase(folder)).rejects.toMatchObject({ code: 'in_use' });
    expect(await finish(writer, lines)).toEqual({
      write: expect.stringMatching(/^DatabaseCrashedError/),
      close: 'works',
    });
    await expect(openFolderDatabase(folder)).rejects.toMatchObject({ code: 'disk_full' });
    rmSync(ballast);
    expect(await countRows(folder)).toMatchObject({ rows: [{ count: committed }] });
  });
});
