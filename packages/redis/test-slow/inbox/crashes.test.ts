import type { DispatchOutcome, InboxWorker, WorkableInbox } from '@screening-webhooks/core';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { processed, store } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it, vi } from 'vitest';
import { redisInbox } from '../../src/inbox/index.js';
import { openIoredis } from '../../test-servers/support/clients.js';
import { expireLocks } from '../../test-servers/support/dead-worker.js';
import { describeOnRedis, useInboxes } from '../../test-servers/support/on-redis.js';
import { startProxy } from '../../test-servers/support/proxy.js';

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const never = new Promise<DispatchOutcome>(() => {});

describeOnRedis('when workers of redisInbox crash or freeze', () => {
  // So long that only `expireLocks` ends a lease.
  const { connection, createInbox } = useInboxes({ backoff: 10, lease: 600_000 });

  it('an event that ends its worker costs only itself', async () => {
    const { inbox, queue, options } = createInbox({ attempts: 3 });
    const healthy = Array.from({ length: 9 }, (_, index) => `evt_${index}`);
    for (const id of [...healthy, 'evt_poison']) await store(inbox, id);

    const started: string[] = [];
    const done: string[] = [];
    const crashed: (() => Promise<void>)[] = [];
    let running = 0;
    let mostRunning = 0;
    async function workUntilCrash(process: (id: string) => Promise<DispatchOutcome>) {
      // On its own connection, which is cut in place of a kill.
      const own = await openIoredis();
      const worker = await redisInbox({ ...options, connection: own.client }).work(({ id }) => {
        started.push(id);
        return process(id);
      });
      return {
        worker,
        async crash() {
          await own.close();
          await expireLocks(connection, queue);
          crashed.push(() => worker.stop({ timeout: 1 }));
        },
      };
    }

    const first = await workUntilCrash(() => never);
    await until(() => started.length === 10);
    await first.crash();
    for (let crashes = 1; crashes <= 3; crashes += 1) {
      const next = await workUntilCrash(async (id) => {
        running += 1;
        mostRunning = Math.max(mostRunning, running);
        if (id === 'evt_poison') await never;
        // Time for another handler to start beside it.
        await new Promise(setImmediate);
        running -= 1;
        done.push(id);
        return processed;
      });
      const runs = (): number => started.filter((id) => id === 'evt_poison').length;
      await until(() => runs() === crashes + 1);
      await next.crash();
      running = 0;
    }
    const last = await workUntilCrash(async (id) => {
      done.push(id);
      return processed;
    });
    await until(async () => (await inbox.deadLetters()).length > 0 && done.length === 9);
    await last.worker.stop();
    await Promise.all(crashed.map((stop) => stop()));

    expect(mostRunning).toBe(1);
    expect(done.sort()).toEqual(healthy);
    const letters = await inbox.deadLetters();
    expect(letters.map(({ event, attempts, reason }) => [event.id, attempts, reason])).toEqual([
      ['evt_poison', 3, 'crashed: a worker that ran only this event stopped responding, 3 times'],
    ]);
    expect(started.filter((id) => id === 'evt_poison')).toHaveLength(4);

    // A replay gives it all its attempts again.
    await inbox.replay({ id: 'evt_poison' });
    const again = await workUntilCrash(async () => processed);
    await until(async () => (await inbox.deadLetters()).length === 0);
    await until(async () => (await queue.getCompletedCount()) === 10);
    await again.worker.stop();
  });

  it('a suspect whose attempt has ended is none any more', async () => {
    const { inbox, queue } = createInbox({ attempts: 5, backoff: 1 });
    await store(inbox, 'evt_suspect');
    const frozen = await inbox.work(() => never, { concurrency: 1 });
    await until(async () => (await queue.getActiveCount()) === 1);
    await expireLocks(connection, queue);

    let suspectRuns = 0;
    const suspectRunsAgain = deferred();
    const healthyRuns: string[] = [];
    const worker = await inbox.work(
      async ({ id }) => {
        if (id === 'evt_healthy') {
          healthyRuns.push(id);
          // Ends only when the suspect runs beside it.
          await suspectRunsAgain.promise;
          return processed;
        }
        suspectRuns += 1;
        if (suspectRuns === 1) return { kind: 'failed', error: 'once', retryAfter: 1 };
        suspectRunsAgain.resolve();
        return processed;
      },
      { concurrency: 2 },
    );
    await until(() => suspectRuns === 1);
    await store(inbox, 'evt_healthy');
    await until(() => suspectRuns === 2);
    await worker.stop();
    await frozen.stop({ timeout: 1 });
    expect(healthyRuns).toEqual(['evt_healthy']);
  });

  it.each(['a new event', 'a suspect'])(
    'what fails before the handler of %s starts uses up no attempt',
    async (kind) => {
      const errors: Error[] = [];
      const { inbox, queue } = createInbox({
        attempts: 1,
        orderBy: 'verificationId',
        onError: (error) => errors.push(error),
      });
      await store(inbox, 'evt_1', 'dv_1');
      if (kind === 'a suspect') {
        const frozen = await inbox.work(() => never);
        await until(async () => (await queue.getActiveCount()) === 1);
        await expireLocks(connection, queue);
        await frozen.stop({ timeout: 1 });
        errors.length = 0;
      }
      // The order cannot be read.
      await connection.set(queue.toKey('order:dv_1'), 'not a sorted set');
      let runs = 0;
      const worker = await inbox.work(async () => {
        runs += 1;
        return processed;
      });
      await until(() => errors.length > 4);
      expect(runs).toBe(0);
      expect(await inbox.deadLetters()).toEqual([]);
      await connection.del(queue.toKey('order:dv_1'));
      await until(() => runs === 1);
      await worker.stop();
      expect(await inbox.deadLetters()).toEqual([]);
    },
  );

  it('a frozen worker that thaws changes nothing, and reports it', async () => {
    const errors: Error[] = [];
    const { inbox, queue, options } = createInbox({ orderBy: 'verificationId' });
    for (const id of ['one', 'two']) await store(inbox, id, 'dv_1');
    const log: string[] = [];
    const thaws: (() => void)[] = [];
    const workOn = async (name: string, of: WorkableInbox): Promise<InboxWorker> =>
      of.work(async ({ id }) => {
        log.push(`${name} starts ${id}`);
        await new Promise<void>((resolve) => thaws.push(resolve));
        log.push(`${name} ends ${id}`);
        return processed;
      });
    const frozen = redisInbox({ ...options, onError: (error) => errors.push(error) });
    const a = await workOn('A', frozen);
    await until(() => log.length === 1);
    await expireLocks(connection, queue);
    const b = await workOn('B', inbox);
    await until(() => log.length === 2);

    thaws[0]?.();
    await until(() => errors.length > 0);
    expect(errors.map(({ message }) => message)[0]).toMatch(/lock/i);
    await a.stop();
    expect(await queue.getActiveCount()).toBe(1);
    expect(log).toEqual(['A starts one', 'B starts one', 'A ends one']);

    thaws[1]?.();
    await until(() => log.length === 5);
    expect(log.slice(3)).toEqual(['B ends one', 'B starts two']);
    thaws[2]?.();
    await b.stop();
    expect(await queue.getCompletedCount()).toBe(2);
  });

  it('a worker cut off from Redis aborts its handler before another one starts', async () => {
    const { inbox, options } = createInbox({ lease: 1000 });
    await store(inbox, 'evt_1');
    const proxy = await startProxy({ host: '127.0.0.1', port: 6379 });
    const cutOff = await openIoredis(proxy.port);
    const log: string[] = [];
    const a = await redisInbox({ ...options, connection: cutOff.client }).work(
      (_event, { signal }) => {
        log.push('A starts');
        signal.addEventListener('abort', () => log.push(`A aborts: ${signal.reason.name}`));
        return never;
      },
    );
    await until(() => log.length === 1);
    proxy.stopForwarding();
    const b = await inbox.work(async () => {
      log.push('B starts');
      return processed;
    });
    await until(() => log.includes('B starts'));
    await b.stop();
    proxy.resumeForwarding();
    await a.stop({ timeout: 1 });
    await cutOff.close();
    await proxy.close();
    expect(log).toEqual(['A starts', 'A aborts: LeaseLostError', 'B starts']);
  });
});
