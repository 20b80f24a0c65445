import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import type { ServiceConfig } from '../../src/config.js';
import { isRecord } from '../../src/sandbox/is-record.js';
import { type Service, startService } from '../../src/start.js';
import type { OpenDatabase } from '../../src/store/connect.js';
import { openFolderDatabase } from '../../src/store/folder/open-folder-database.js';
import { openPostgresDatabase } from '../../src/store/postgres/open-postgres-database.js';
import {
  candidates,
  checkTypes,
  integrations,
  packages,
  roles,
  tenants,
} from '../../src/store/schema/index.js';
import { describeWithPostgres, scratchDatabase } from '../../test/support/scratch-postgres.js';
import { API_KEY } from '../../test/support/shared-database.js';

// A dump of a database of the version whose last migration is 0002, made by that version: a candidate, a snapshot `mine`, and after
// it two verifications, of which one still waits for its source.
const dump = gunzipSync(
  readFileSync(new URL('support/tables-of-0002.sql.gz', import.meta.url)),
).toString();

const config: ServiceConfig = {
  port: 0,
  storage: { kind: 'memory' },
  clock: { mode: 'frozen' },
  rateLimit: 'off',
  strictHeaders: false,
  signatureClock: 'wall',
  allowNet: [],
};

type Json = Readonly<Record<string, unknown>>;

async function start(
  storage: ServiceConfig['storage'],
  open: () => Promise<OpenDatabase>,
): Promise<Service> {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const service = await startService({ ...config, storage }, { onError, openDatabase: open });
  onTestFinished(async () => {
    await service.close();
    expect(errors).toEqual([]);
  });
  return service;
}

async function call(service: Service, method: string, path: string, body?: Json): Promise<Json> {
  const isControl = path.startsWith('/_sandbox');
  const response = await service.fetch(
    new Request(service.description.url + path, {
      method,
      headers: {
        authorization: `Bearer ${isControl ? service.description.controlToken : API_KEY}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  const parsed: unknown = JSON.parse(text);
  return isRecord(parsed) ? parsed : {};
}

async function lengthOf(service: Service, path: string): Promise<number> {
  const { data } = await call(service, 'GET', path);
  return Array.isArray(data) ? data.length : 0;
}

/** What every service has from its start, and how much of its own data is there. */
async function contents(service: Service) {
  const lengths = await Promise.all(
    [
      '/v1/check-types',
      '/v1/packages',
      '/v1/roles',
      '/v1/integrations',
      '/v1/candidates',
      '/v1/document-verifications',
    ].map(async (path) => [path.slice('/v1/'.length), await lengthOf(service, path)]),
  );
  return Object.fromEntries(lengths);
}

const furnished = { 'check-types': 14, packages: 4, roles: 4, integrations: 1 };

async function expectUpgraded(service: Service): Promise<void> {
  const all = { ...furnished, candidates: 1, 'document-verifications': 2 };
  expect(await contents(service)).toEqual(all);
  expect(await call(service, 'GET', '/v1/account')).toMatchObject({ id: 'acct' });
  await expectReport(service);
  await call(service, 'POST', '/_sandbox/snapshots/mine/restore');
  expect(await contents(service)).toEqual({ ...all, 'document-verifications': 0 });
  await expectReport(service);
  await call(service, 'POST', '/_sandbox/reset');
  expect(await contents(service)).toEqual({
    ...all,
    candidates: 0,
    'document-verifications': 0,
  });
}

/** The older candidate, or rather what the new tables say of them. */
async function expectReport(service: Service): Promise<void> {
  const [candidate] = await items(service, '/v1/candidates');
  expect(candidate).toMatchObject({ firstName: 'Maria', authorization: null, roleId: null });
  const [ordered] = await items(service, '/v1/packages');
  const report = await call(service, 'POST', '/v1/reports', {
    candidateId: candidate?.['id'],
    packageId: ordered?.['id'],
    workState: 'CA',
  });
  expect(report).toMatchObject({ status: 'pending', candidateId: candidate?.['id'] });
}

async function items(service: Service, path: string): Promise<readonly Json[]> {
  const { data } = await call(service, 'GET', path);
  return Array.isArray(data) ? data.filter(isRecord) : [];
}

it('the folder of an older version has account, catalog, packages and roles, also after a reset', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // As a start that has ended leaves it.
  writeFileSync(join(folder, 'screening-sandbox.lock.1'), '');
  const older = await PGlite.create(join(folder, 'database'));
  await older.exec(dump);
  await older.close();
  const storage = { kind: 'folder', path: folder } as const;
  await expectUpgraded(await start(storage, () => openFolderDatabase(folder)));
});

describeWithPostgres('on PostgreSQL', () => {
  async function scratch() {
    const { url, sql: db, close } = await scratchDatabase({ migrated: false });
    onTestFinished(close);
    const storage = { kind: 'postgres', url, controls: true } as const;
    return { db, start: () => start(storage, () => openPostgresDatabase(url, () => {})) };
  }

  it('a database of an older version has them too', async () => {
    const older = await scratch();
    await older.db.execute(sql.raw(dump));
    await expectUpgraded(await older.start());
  });

  it.each([
    ['an empty database', '', 0],
    ['a database of an older version', dump, 1],
  ])('ten processes that start at once on %s make them once', async (_what, before, people) => {
    const shared = await scratch();
    if (before !== '') await shared.db.execute(sql.raw(before));
    const services = await Promise.all(Array.from({ length: 10 }, () => shared.start()));
    expect(new Set(services.map(({ description }) => description.integrationId)).size).toBe(1);
    const tables = [tenants, checkTypes, packages, roles, integrations, candidates];
    const counts = await Promise.all(tables.map((table) => shared.db.$count(table)));
    expect(counts).toEqual([1, 14, 4, 4, 1, people]);
  });
});
