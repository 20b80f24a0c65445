import { type CuttableProxy, startProxy } from 'screening-webhooks-test-support/cuttable-proxy';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { processed, store, workThrough } from 'screening-webhooks-test-support/inbox';
import { SERVER } from 'screening-webhooks-test-support/scratch-database';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../src/inbox/index.js';
import {
  endLeases,
  LINES,
  states,
  useInboxDatabase,
} from '../test-servers/support/inbox-tables.js';
import { describeOnServer } from '../test-servers/support/server.js';
import { startProcess } from '../test-servers/support/start-process.js';

// No lease ends by itself while a test runs.
const LEASE = 3_600_000;

describeOnServer('postgresInbox after', () => {
  const database = useInboxDatabase();
  let proxy: CuttableProxy;
  beforeAll(async () => {
    proxy = await startProxy(SERVER.port);
    return () => proxy.close();
  });
  beforeEach(() => proxy.restore());

  const open = (options: PostgresInboxOptions) =>
    postgresInbox(database.pool(), { lease: LEASE, pollInterval: 20, ...options });

  function openThroughProxy(options: PostgresInboxOptions = {}) {
    const errors: Error[] = [];
    const pool = database.pool({ port: proxy.port, max: 12 });
    const inbox = postgresInbox(pool, {
      lease: LEASE,
      pollInterval: 20,
      onError: (error) => errors.push(error),
      ...options,
    });
    return { errors, inbox };
  }

  it('kill -9 of a worker: another processes the event, and no attempt is used up', async () => {
    const inbox = open({ attempts: 1 });
    await store(inbox, 'evt_1');
    const other = startProcess('work-in-process.ts', database, { lease: LEASE });
    await other.printed('evt_1');
    other.child.kill('SIGKILL');
    await other.ended;
    await endLeases(database);
    expect(await workThrough(inbox, 1)).toEqual(['evt_1']);
    expect(await inbox.deadLetters()).toEqual([]);
  });

  it('a cut while a handler runs: its result is recorded later, and it does not run again', async () => {
    const { errors, inbox } = openThroughProxy();
    await store(inbox, 'evt_1');
    let runs = 0;
    const worker = await inbox.work(async () => {
      runs += 1;
      proxy.cut();
      return processed;
    });
    await until(() => runs === 1 && errors.length > 0);
    proxy.restore();
    await until(async () => (await states(database))[0] === 'processed');
    await worker.stop();
    expect(runs).toBe(1);
  });

  it('the loss of its lease: the signal aborts, another takes over, and the first cannot fail the event', async () => {
    const { inbox } = openThroughProxy({ lease: 1000, attempts: 1 });
    await store(inbox, 'evt_1');
    const reasons: unknown[] = [];
    const [firstEnds, secondEnds] = [deferred(), deferred()];
    const first = await inbox.work(async (_event, { signal }) => {
      const note = (): unknown => reasons.push(signal.reason);
      if (signal.aborted) note();
      else signal.addEventListener('abort', note);
      proxy.cut();
      await firstEnds.promise;
      return { kind: 'failed', error: 'too late' };
    });
    // The lease of a second ends on the worker's own clock, as no renewal gets through.
    await until(() => reasons.length === 1);
    expect(String(reasons[0])).toContain('lease');
    await endLeases(database);
    let running = false;
    const second = await open({}).work(async () => {
      running = true;
      await secondEnds.promise;
      return processed;
    });
    await until(() => running);
    proxy.restore();
    firstEnds.resolve();
    await first.stop();
    expect(await states(database)).toEqual(['leased']);
    secondEnds.resolve();
    await second.stop();
    expect(await states(database)).toEqual(['processed']);
  });

  it('a third of the lease: it is renewed, each time for the whole lease from then on', async () => {
    const inbox = open({});
    await store(inbox, 'evt_1');
    const ended = deferred();
    let runs = 0;
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
    try {
      const worker = await inbox.work(async () => {
        runs += 1;
        await ended.promise;
        return processed;
      });
      await until(() => runs === 1);
      for (let renewal = 1; renewal <= 3; renewal += 1) {
        await database.admin(`UPDATE ${LINES} SET lease_end = now() + interval '10 minutes'`);
        await vi.advanceTimersByTimeAsync(LEASE / 3);
        await until(async () => {
          const [row] = await database.admin(
            `SELECT lease_end > now() + interval '58 minutes' AS renewed FROM ${LINES}`,
          );
          return row?.['renewed'] === true;
        });
      }
      ended.resolve();
      await worker.stop();
    } finally {
      vi.useRealTimers();
    }
    expect([runs, await states(database)]).toEqual([1, ['processed']]);
  });

  it('a stop that did not wait: no attempt is lost', async () => {
    const inbox = open({ attempts: 1 });
    await store(inbox, 'evt_1');
    let started = false;
    // The handler ignores its signal.
    const worker = await inbox.work(() => {
      started = true;
      return new Promise(() => {});
    });
    await until(() => started);
    await worker.stop({ timeout: 50 });
    expect(await inbox.deadLetters()).toEqual([]);
    await workThrough(inbox, 1);
  });

  it('a stop while the database is down: it ends nevertheless', async () => {
    const { inbox } = openThroughProxy();
    await store(inbox, 'evt_1');
    let started = false;
    const worker = await inbox.work(() => {
      started = true;
      return new Promise(() => {});
    });
    await until(() => started);
    proxy.cut();
    await expect(worker.stop({ timeout: 50 })).resolves.toBeUndefined();
  });
});
