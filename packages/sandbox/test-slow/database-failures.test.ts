import { sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresDatabase } from '../src/service/db/postgres/open-postgres-database.js';
import { documentVerifications, events, jobs } from '../src/service/db/schema/index.js';
import type { Sql } from '../src/service/db/sql.js';
import { createEndpoint, order } from '../test/support/orders.js';
import { problem } from '../test/support/problems.js';
import { describeWithPostgres } from '../test/support/scratch-postgres.js';
import { startTestService } from '../test/support/service.js';
import { API_KEY, sharedDatabase } from '../test/support/shared-database.js';
import { startTcpProxy } from '../test/support/tcp-proxy.js';

const patience = { timeout: 60_000, interval: 50 };
const path = '/v1/document-verifications';

/** Has a statement of PL/pgSQL run in the middle of the next order, after its session was stored. */
async function inTheMiddle(db: Sql, statement: string): Promise<void> {
  await db.execute(
    sql.raw(`create or replace function fail() returns trigger language plpgsql as
    $$ begin ${statement}; return null; end $$`),
  );
  await db.execute(sql`create or replace trigger fail after insert on document_verifications
    for each row execute function fail()`);
}

const stored = async (db: Sql) =>
  Promise.all([db.$count(documentVerifications), db.$count(events), db.$count(jobs)]);

describeWithPostgres('a database that fails in the middle of a command', () => {
  it.each([
    ['its connection is lost', 'perform pg_terminate_backend(pg_backend_pid())'],
    ['its disk is full', `raise exception using errcode = 'disk_full'`],
    ['it is read-only', `set local transaction_read_only = on; delete from document_verifications`],
    ['it ends the statement', `raise exception using errcode = 'query_canceled'`],
  ])('%s: a problem document, and nothing half done', async (_name, statement) => {
    const { sql: db, start } = await sharedDatabase();
    const { call, description } = await start({}, { onError: () => {} });
    const body = {
      documentConfigSlug: 'rn-license',
      state: 'CA',
      integrationId: description.integrationId,
      formData: { licenseNumber: 'RN1234' },
    };
    const headers = { 'idempotency-key': 'once' };
    await inTheMiddle(db, statement);
    const failed = await call('POST', path, body, { headers });
    expect(failed).toMatchObject(problem(500, 'internal_error', { status: 500 }));
    expect(failed.headers.get('content-type')).toBe('application/problem+json');
    expect(failed.text).not.toMatch(/trigger|disk|terminat|select|insert/i);
    expect(await stored(db)).toEqual([0, 0, 0]);
    await db.execute(sql`drop trigger fail on document_verifications`);
    expect(await call('POST', path, body, { headers })).toMatchObject({ status: 201 });
    const [verifications] = await stored(db);
    expect(verifications).toBe(1);
  });

  it('is tried again after a deadlock', async () => {
    const { sql: db, start } = await sharedDatabase();
    const service = await start();
    // Numbers of a sequence are not taken back with their transaction.
    await db.execute(sql`create sequence tries`);
    const deadlock = `if nextval('tries') < 3 then raise exception using errcode = 'deadlock_detected'; end if`;
    await inTheMiddle(db, deadlock);
    await order(service, {});
    const [verifications] = await stored(db);
    expect(verifications).toBe(1);
  });
});

/** A service whose connections to its database can be cut. */
async function startBehindProxy(controls: boolean) {
  const { url, start } = await sharedDatabase();
  await start();
  const proxy = await startTcpProxy(5432);
  const through = new URL(url);
  through.port = String(proxy.port);
  const service = await startTestService(
    {
      storage: { kind: 'postgres', url: through.href, controls },
      clock: { mode: 'real' },
      apiKey: API_KEY,
    },
    { openDatabase: () => openPostgresDatabase(through.href, () => {}), onError: () => {} },
  );
  return { service, proxy };
}

describeWithPostgres('a database that is away', () => {
  it('gets every request a problem document, and the work goes on when it is back', async () => {
    const { service, proxy } = await startBehindProxy(false);
    onTestFinished(() => service.close());
    const readiness = () => fetch(`${service.description.url}/readyz`);
    await createEndpoint(service, `${service.description.url}/sink/a`);
    expect((await readiness()).status).toBe(200);
    proxy.cut();
    const refused = problem(500, 'internal_error');
    expect(await service.call('GET', '/v1/events')).toMatchObject(refused);
    expect(await service.call('POST', path, {})).toMatchObject(refused);
    expect(await service.control('/clock')).toMatchObject(refused);
    expect(await service.call('GET', '/files/file_x?exp=1&sig=x')).toMatchObject(refused);
    expect(await service.call('POST', '/sink/a', {})).toMatchObject(refused);
    expect((await readiness()).status).toBe(503);
    proxy.mend();
    await vi.waitFor(async () => expect((await readiness()).status).toBe(200), patience);
    await order(service, {});
    await vi.waitFor(async () => {
      const succeeded = await service.list('/v1/webhook-deliveries?status=succeeded');
      expect(succeeded).toHaveLength(1);
    }, patience);
  });
});

it('ends, although the database does not answer on its connections', async () => {
  const { service, proxy } = await startBehindProxy(true);
  await service.call('GET', '/v1/events');
  proxy.stall();
  const asked = service.call('GET', '/v1/events').catch(() => undefined);
  await service.close();
  await asked;
});
