import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { beforeEach, expect, it, vi } from 'vitest';
import { openFolderDatabase } from '../../../../src/service/db/folder/open-folder-database.js';
import * as schema from '../../../../src/service/db/schema/index.js';
import { restoreSnapshot, SEEDED, saveSnapshot } from '../../../../src/service/db/snapshot.js';

let folder: string;

beforeEach(() => {
  folder = scratchFolder();
});

const withoutTemplate = () => vi.stubEnv('SCREENING_SANDBOX_TEMPLATE', join(folder, 'none'));
const mode = (path: string) => statSync(path).mode & 0o777;

async function openAndClose(): Promise<void> {
  await (await openFolderDatabase(folder)).close();
}

async function change(statement: string): Promise<void> {
  const { sql: db, close } = await openFolderDatabase(folder);
  await db.execute(sql.raw(statement));
  await close();
}

it.each([
  ['the template', () => {}],
  ['migrations', withoutTemplate],
])('a new database by %s keeps rows and the snapshot, and has one user', async (_, prepare) => {
  prepare();
  chmodSync(folder, 0o755);
  const { sql: db, close } = await openFolderDatabase(folder);
  await expect(openFolderDatabase(folder)).rejects.toMatchObject({ code: 'in_use' });
  await db.insert(schema.counters).values({ kind: 'cand', last: 7 });
  await saveSnapshot(db, SEEDED, { savedAt: '2026-01-01T00:00:00.000Z', requests: 0 });
  await close();

  expect([mode(folder), mode(join(folder, 'database'))]).toEqual([0o700, 0o700]);
  expect(readdirSync(folder)).toEqual(['database', 'screening-sandbox.lock.1']);
  const again = await openFolderDatabase(folder);
  await again.sql.delete(schema.counters);
  await restoreSnapshot(again.sql, SEEDED);
  expect(await again.sql.select().from(schema.counters)).toEqual([{ kind: 'cand', last: 7 }]);
  await again.close();
});

it('a database from the template, without templates of its own, takes later migrations', async () => {
  await change('create table later (id int primary key, body jsonb)');
  await change('alter table later add column more text not null default $$x$$');
  await change('create index on later (more)');
});

it.each([
  ['newer', Date.UTC(2999, 0), 'A newer version', 'Update the package, or choose another place.'],
  ['unreleased', 1, 'A version', 'Choose another place.'],
])(
  'refuses a database of another version (%s), and does not change it',
  async (code, at, writer, cure) => {
    await change(`update drizzle.__drizzle_migrations set created_at = ${at}`);
    for (let time = 0; time < 2; time += 1) {
      const opened = openFolderDatabase(folder);
      await expect(opened).rejects.toMatchObject({ name: 'DataFolderError', code });
      await expect(opened).rejects.toThrow(writer);
      await expect(opened).rejects.toThrow(`has written the tables of ${folder}. ${cure}`);
    }
  },
);

it('files that a dead start has left are deleted', async () => {
  writeFileSync(join(folder, 'screening-sandbox.lock.1'), '');
  mkdirSync(join(folder, 'database.new/base'), { recursive: true });
  writeFileSync(join(folder, 'database.new/PG_VERSION'), '18\n');
  await openAndClose();
  expect(readdirSync(folder)).toEqual(['database', 'screening-sandbox.lock.2']);
});

it.each([
  [
    'PG_VERSION',
    undefined,
    /database has no database: restore it, or delete it for an empty one\./,
  ],
  ['PG_VERSION', '17\n', /cannot be opened: .*incompatible/],
  ['global/pg_control', 'x', /cannot be opened: /],
])(
  'a database with damage in %s (%j) is refused, and left as it is',
  async (file, content, message) => {
    await openAndClose();
    const path = join(folder, 'database', file);
    const former = readFileSync(path);
    if (content === undefined) rmSync(path);
    else writeFileSync(path, content);
    for (let time = 0; time < 2; time += 1) {
      const opened = openFolderDatabase(folder);
      await expect(opened).rejects.toMatchObject({ name: 'DataFolderError', code: 'unreadable' });
      await expect(opened).rejects.toThrow(message);
    }
    writeFileSync(path, former);
    await openAndClose();
  },
);

it('a failed migration is not reported as a failure of the folder, and frees it', async () => {
  // The migration is applied again, but its tables already exist.
  await change('delete from drizzle.__drizzle_migrations');
  const opened = openFolderDatabase(folder);
  await expect(opened).rejects.toThrow(/Failed query/);
  await expect(opened).rejects.not.toMatchObject({ name: 'DataFolderError' });
  await expect(openFolderDatabase(folder)).rejects.toThrow(/Failed query/);
});
