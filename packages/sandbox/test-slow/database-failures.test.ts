import { inspect } from 'node:util';
import { sql } from 'drizzle-orm';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresDatabase } from '../src/service/db/postgres/open-postgres-database.js';
import { documentVerifications, events, jobs } from '../src/service/db/schema/index.js';
import type { Sql } from '../src/service/db/sql.js';
import { deferred } from '../test/support/deferred.js';
import { createEndpoint, order } from '../test/support/orders.js';
import { problem } from '../test/support/problems.js';
import { describeWithPostgres } from '../test/support/scratch-postgres.js';
import { startTestService } from '../test/support/service.js';
import { API_KEY, sharedDatabase } from '../test/support/shared-database.js';
import { startTcpProxy } from '../test/support/tcp-proxy.js';

const patience = { timeout: 60_000, interval: 50 };
const path = '/v1/document-verifications';

/** Runs a PL/pgSQL statement in the middle of the next order, after its session is stored. */
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
    // A rollback does not take back the numbers of a sequence.
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
  return startThroughProxy(url, controls);
}

async function startThroughProxy(url: string, controls: boolean) {
  const { proxy, through } = await proxyTo(url);
  const errors: unknown[] = [];
  const service = await startTestService(
    {
      storage: { kind: 'postgres', url: through, controls },
      clock: { mode: 'real' },
      apiKey: API_KEY,
    },
    {
      openDatabase: () => openPostgresDatabase(through, () => {}),
      onError: (error) => errors.push(error),
    },
  );
  return { service, proxy, errors };
}

async function proxyTo(url: string) {
  const proxy = await startTcpProxy(5432);
  const through = new URL(url);
  through.port = String(proxy.port);
  return { proxy, through: through.href };
}

describeWithPostgres('a database that is away', () => {
  it('every request gets a problem document, and the work continues when it is back', async () => {
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

describeWithPostgres('a database that blinks while a receiver answers', () => {
  it('has the answer afterwards: no request is made again, and no delivery fails', async () => {
    const { service, proxy, errors } = await startBehindProxy(false);
    onTestFinished(() => service.close());
    let requests = 0;
    let answer = deferred<void>();
    const receiver = await serve(async (_req, res) => {
      requests += 1;
      await answer.promise;
      res.writeHead(200).end();
    });
    await createEndpoint(service, receiver.url);
    for (const blinks of [1, 2, 3]) {
      answer = deferred();
      await vi.waitFor(() => order(service, {}), patience);
      await vi.waitFor(() => expect(requests).toBe(blinks), patience);
      proxy.cut();
      answer.resolve();
      const { length } = errors;
      // The engine keeps looking for work every second.
      await vi.waitFor(() => expect(errors.length).toBeGreaterThan(length + 2), patience);
      proxy.mend();
      await vi.waitFor(async () => {
        const succeeded = await service.list('/v1/webhook-deliveries?status=succeeded');
        expect(succeeded.map(({ attemptCount }) => attemptCount)).toEqual(Array(blinks).fill(1));
      }, patience);
    }
    expect(requests).toBe(3);
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

describeWithPostgres(
  'connections to the database that went silent, while others can be opened',
  () => {
    it('are ended, and deliveries continue: nobody has to restart the service', async () => {
      const { url, start } = await sharedDatabase();
      const other = await start();
      const { service, proxy, errors } = await startThroughProxy(url, false);
      onTestFinished(() => service.close());
      await createEndpoint(service, `${service.description.url}/sink/a`);
      // From here on, no other process delivers.
      await other.close();
      // Several connections are idle.
      await Promise.all(Array.from({ length: 8 }, () => service.call('GET', '/v1/events')));
      proxy.stall();
      await vi.waitFor(() => order(service, {}), patience);
      await vi.waitFor(async () => {
        const succeeded = await service.list('/v1/webhook-deliveries?status=succeeded');
        // More than one, if the first order was committed without an answer.
        expect(succeeded.length).toBeGreaterThan(0);
      }, patience);
      expect(inspect(errors, { depth: 5 })).toContain('SilentDatabaseError: The database');
    });

    it('are ended where signals of other processes come, and others are opened', async () => {
      const { url } = await sharedDatabase();
      const { proxy, through } = await proxyTo(url);
      const { others, close } = await openPostgresDatabase(through, () => {});
      onTestFinished(close);
      // Starts the checks of the connection.
      await others?.sharePort(1);
      proxy.stall();
      // A reconnection counts as a signal, because signals may have been missed.
      await new Promise<void>((resolve) => others?.onNotify(resolve));
    });
  },
);
