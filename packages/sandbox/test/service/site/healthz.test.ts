import { sql } from 'drizzle-orm';
import { holdPort } from 'screening-webhooks-test-support/hold-port';
import { until } from 'screening-webhooks-test-support/until';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { OpenDatabase } from '../../../src/service/db/connect.js';
import { type Service, startService } from '../../../src/service/start-service.js';
import { openTestDatabase } from '../../support/open-test-database.js';
import { startTestService } from '../../support/service.js';

const ok = { status: 200, body: { status: 'ok', reason: null } };
const unavailable = (reason: string) => ({ status: 503, body: { status: 'unavailable', reason } });

afterEach(() => {
  vi.restoreAllMocks();
});

/** Starts a service whose database can be made to fail or stop answering. */
async function startOnFragileDatabase() {
  const database = await openTestDatabase();
  let failing: Promise<never> | undefined;
  const inVain: unknown[] = [];
  const { session } = database.sql._;
  const prepare = session.prepareQuery.bind(session);
  Reflect.set(session, 'prepareQuery', (...given: Parameters<typeof prepare>) => {
    const statement = prepare(...given);
    const execute = statement.execute.bind(statement);
    // Also fails statements that were prepared before.
    statement.execute = (values) => {
      if (!failing) return execute(values);
      inVain.push(given[2]);
      return failing;
    };
    return statement;
  });
  const fragile: OpenDatabase = {
    ...database,
    transact: (first, body) => failing ?? database.transact(first, body),
  };
  const service = await startTestService(
    {},
    { onError: () => {}, openDatabase: async () => fragile },
  );
  let speak = (): void => {};
  onTestFinished(async () => {
    failing = undefined;
    speak();
    await service.close();
  });
  return {
    service,
    /** The names of the statements that failed or got no answer. */
    inVain,
    fail(error: Error) {
      failing = Promise.reject(error);
      failing.catch(() => {});
    },
    silence() {
      failing = new Promise((_, reject) => {
        speak = () => reject(new Error('The connection has ended.'));
      });
      failing.catch(() => {});
    },
    mend() {
      failing = undefined;
    },
  };
}

function passSeconds(seconds: number): void {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1000);
}

describe('/healthz', () => {
  it('is well on a frozen clock', async () => {
    const service = await startTestService();
    onTestFinished(() => service.close());
    expect(await service.call('GET', '/healthz')).toMatchObject(ok);
  });

  it('is well while the database is away: a new process would not have it either', async () => {
    const { service, fail } = await startOnFragileDatabase();
    fail(new Error('The database is away.'));
    expect(await service.call('GET', '/healthz')).toMatchObject(ok);
  });

  it('is unwell when the engine has not turned for 90 s', async () => {
    const { service, silence, inVain } = await startOnFragileDatabase();
    // Wakes the engine, which otherwise waits for seconds before its next query.
    await service.control('/clock', { mode: 'frozen' });
    silence();
    await until(() => inVain.includes('read_next_work'));
    passSeconds(80);
    expect(await service.call('GET', '/healthz')).toMatchObject(ok);
    vi.restoreAllMocks();
    passSeconds(91);
    expect(await service.call('GET', '/healthz')).toMatchObject(unavailable('engine_stalled'));
  });

  it('is unwell for 90 s after the disk was full', async () => {
    const { service, fail, mend } = await startOnFragileDatabase();
    fail(Object.assign(new Error('could not extend file'), { code: '53100' }));
    await service.call('GET', '/v1/events');
    mend();
    expect(await service.call('GET', '/healthz')).toMatchObject(unavailable('disk_full'));
  });
});

describe('/readyz', () => {
  it('tells whether the database answers', async () => {
    const { service, fail, mend } = await startOnFragileDatabase();
    expect(await service.call('GET', '/readyz')).toMatchObject(ok);
    fail(new Error('The database is away.'));
    expect(await service.call('GET', '/readyz')).toMatchObject(unavailable('database_away'));
    mend();
    expect(await service.call('GET', '/readyz')).toMatchObject(ok);
  });

  it('does not wait for a silent database', async () => {
    const { service, silence } = await startOnFragileDatabase();
    silence();
    expect(await service.call('GET', '/readyz')).toMatchObject(unavailable('database_away'));
  });

  it('tells that a newer version has changed the tables', async () => {
    const database = await openTestDatabase();
    const errors: unknown[] = [];
    const service = await startTestService(
      {},
      { openDatabase: async () => database, onError: (error) => errors.push(error) },
    );
    onTestFinished(() => service.close());
    await database.sql.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
    );
    for (const _ of [1, 2]) {
      expect(await service.call('GET', '/readyz')).toMatchObject(unavailable('newer_schema'));
    }
    expect(await service.call('GET', '/healthz')).toMatchObject(ok);
    expect(await service.call('GET', '/v1/events')).toMatchObject({ status: 503 });
    expect(errors).toEqual([expect.objectContaining({ name: 'NewerTablesError' })]);
    await database.sql.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'x'`);
  });

  it('tells that the service starts, and that it stops', async () => {
    let open = (): void => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const port = await holdPort();
    const url = `http://127.0.0.1:${port}`;
    const starting: Promise<Service> = startService(
      {
        port,
        storage: { kind: 'memory' },
        clock: { mode: 'frozen' },
        rateLimit: 'off',
        strictHeaders: false,
        signatureClock: 'wall',
        allowNet: [],
      },
      {
        onError: () => {},
        openDatabase: async () => {
          await opened;
          return openTestDatabase();
        },
      },
    );
    await vi.waitFor(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200));
    const answer = await fetch(`${url}/readyz`);
    expect({ status: answer.status, body: await answer.json() }).toEqual(unavailable('starting'));
    expect((await fetch(`${url}/v1/account`)).status).toBe(503);
    open();
    const service = await starting;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const closed = service.close();
    const stopped = await service.fetch(new Request(`${url}/readyz`));
    expect(await stopped.json()).toEqual(unavailable('draining').body);
    await closed;
  });
});
