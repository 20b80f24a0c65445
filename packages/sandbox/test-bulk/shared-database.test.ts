import { and, eq, sql } from 'drizzle-orm';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkListens } from '../src/service/capabilities/webhooks/listens.js';
import { controls } from '../src/service/control/controls.js';
import { openPostgresDatabase } from '../src/service/db/postgres/open-postgres-database.js';
import {
  checkTypes,
  engineLease,
  integrations,
  jobs,
  packages,
  roles,
  tenants,
  webhookAttempts,
  webhookDeliveries,
  webhookDeliveryChanges,
  webhookEndpoints,
  webhookListens,
} from '../src/service/db/schema/index.js';
import { firstRow } from '../src/service/db/sql.js';
import { commandRunner } from '../src/service/kernel/command.js';
import { randomIdentity } from '../src/service/kernel/identity.js';
import { deferred } from '../test/support/deferred.js';
import { follow } from '../test/support/follow.js';
import { createEndpoint, deliveryOf, order } from '../test/support/orders.js';
import { problem } from '../test/support/problems.js';
import { describeWithPostgres, scratchDatabase } from '../test/support/scratch-postgres.js';
import { API_KEY, sharedDatabase } from '../test/support/shared-database.js';

// Generous: a wait ends when its condition holds. Only a hang fails it.
const patience = { timeout: 60_000, interval: 20 };

interface Received {
  readonly delivery: string;
  readonly attempt: number;
  readonly answer: (status: number) => void;
}

/** A receiver that records its requests, and answers as the test says. */
async function startReceiver(onRequest: (received: Received) => unknown) {
  const received: Received[] = [];
  const { url } = await serve((request, response) => {
    request.resume();
    const one: Received = {
      delivery: String(request.headers['service-delivery-id']),
      attempt: Number(request.headers['service-delivery-attempt']),
      answer: (status) => response.writeHead(status).end(),
    };
    received.push(one);
    onRequest(one);
  });
  return { received, url: `${url}/` };
}

describeWithPostgres('a database that several processes share', () => {
  it('gets one first state from ten processes that start at once', async () => {
    const { sql: db, start } = await sharedDatabase();
    const services = await Promise.all(Array.from({ length: 10 }, () => start()));
    const shown = services.map(({ description }) => description);
    expect(new Set(shown.map(({ integrationId }) => integrationId)).size).toBe(1);
    expect(new Set(shown.map(({ controlToken }) => controlToken)).size).toBe(1);
    // Only the first process shows the random keys.
    expect(shown.filter(({ keys }) => keys.candidate !== '')).toHaveLength(1);
    const tables = [tenants, checkTypes, packages, roles, integrations];
    const counts = await Promise.all(tables.map((table) => db.$count(table)));
    expect(counts).toEqual([1, 14, 4, 4, 1]);
    for (const { call } of services) {
      expect(await call('GET', '/v1/integrations')).toMatchObject({ status: 200 });
    }
  });

  it('has random keys, of which only the first start knows', async () => {
    const { start } = await sharedDatabase();
    const first = await start();
    const again = await start();
    expect(first.description.keys.candidate).toMatch(/^bss_cand_\w{32}$/);
    expect(again.description.keys).toEqual({ full: API_KEY, candidate: '' });
    const chosen = await first.list('/v1/api-keys');
    const id = chosen.find(({ label }) => label === 'From the environment')?.['id'];
    await first.call('POST', `/v1/api-keys/${id}/revoke`);
    const third = await start();
    expect(third.description.keys.full).toBe('');
    const revoked = await third.call('GET', '/v1/account', undefined, { key: API_KEY });
    expect(revoked).toMatchObject(problem(401, 'api_key_revoked'));
  });

  it('keeps the endpoint of a listen while any process has its stream, or its client comes back to one', async () => {
    const { sql: db, transact, start } = await sharedDatabase();
    const first = await start();
    const second = await start();
    const { integrationId } = first.description;
    const wanted = { url: 'http://localhost:9/hooks', integrationId };
    const begun = await Promise.all([
      first.control('/listens', wanted),
      second.control('/listens', wanted),
    ]);
    expect(begun).toMatchObject([{ status: 201 }, { status: 201 }]);
    const [id = '', other = ''] = begun.map(({ body }) => String(body['id']));
    const endpoints = begun.map(({ body }) => Object(body['endpoint']).id);
    expect(endpoints[1]).toBe(endpoints[0]);
    const runCommand = commandRunner(transact, randomIdentity(), {
      origin: '',
      file: () => '',
      hosted: () => '',
    });
    /** A check by the second process, whose commits notify the first one. */
    const look = async () => {
      await checkListens(db, runCommand, 0);
      await second.control('/login-links', {});
    };
    const isAnswered = async () =>
      (await db.$count(
        webhookListens,
        and(eq(webhookListens.id, id), eq(webhookListens.silence, 0)),
      )) === 1;
    await follow(first, { query: `?listenId=${id}`, key: API_KEY });
    for (let looks = 0; looks < 5; looks += 1) {
      await look();
      await vi.waitFor(async () => expect(await isAnswered()).toBe(true), patience);
    }
    // Nobody has opened the stream of the other one.
    expect(await db.$count(webhookListens, eq(webhookListens.id, other))).toBe(0);
    await first.close();
    for (let looks = 0; looks < 3; looks += 1) await look();
    const back = await second.control('/listens', { ...wanted, listenId: id });
    expect(back.body).toMatchObject({ id, endpoint: { id: endpoints[0] } });
    await follow(second, { query: `?listenId=${id}`, key: API_KEY });
    await vi.waitFor(async () => expect(await isAnswered()).toBe(true), patience);
    await look();
    expect(await second.list('/v1/webhook-endpoints')).toMatchObject([{ id: endpoints[0] }]);
  });

  it('has every delivery made once, and no endpoint gets more than five at once', async () => {
    const { start } = await sharedDatabase();
    const services = [await start(), await start()];
    const [first, second] = services;
    if (!first || !second) throw new Error('There are two services.');
    let inFlight = 0;
    let most = 0;
    const receiver = await startReceiver(({ answer }) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      setTimeout(() => {
        inFlight -= 1;
        answer(200);
      }, 20);
    });
    await createEndpoint(first, receiver.url);
    for (let number = 0; number < 60; number += 1) {
      await order(number % 2 === 0 ? first : second, {});
    }
    await vi.waitFor(async () => {
      expect(await second.list('/v1/webhook-deliveries?status=succeeded&limit=100')).toHaveLength(
        60,
      );
    }, patience);
    const numbers = receiver.received.map(({ delivery, attempt }) => `${delivery} ${attempt}`);
    expect(new Set(numbers).size).toBe(60);
    expect(numbers).toHaveLength(60);
    expect(most).toBeLessThanOrEqual(5);
  });

  it('shows a stream of one process what another has done', async () => {
    const { start } = await sharedDatabase();
    const first = await start();
    const second = await start();
    const receiver = await startReceiver(({ answer }) => answer(200));
    await createEndpoint(first, receiver.url);
    const stream = await follow(second, { key: API_KEY });
    await order(first, {});
    const events = await stream.take(3);
    expect(events.map(({ data }) => data['status'])).toEqual([
      'scheduled',
      'delivering',
      'succeeded',
    ]);
  });

  it('shows a stream each change once, whichever transaction ends first', async () => {
    const { sql: db, start } = await sharedDatabase();
    const service = await start();
    const receiver = await startReceiver(({ answer }) => answer(200));
    await createEndpoint(service, receiver.url);
    const stream = await follow(service);
    await order(service, {});
    const before = await stream.take(3);
    const [row] = await db.select().from(webhookDeliveries);
    if (!row) throw new Error('There is no delivery.');
    const { seq: _seq, ...delivery } = row;
    const inserted = deferred<void>();
    const held = deferred<void>();
    const slow = db.transaction(async (tx) => {
      await tx.insert(webhookDeliveries).values({ ...delivery, id: 'dlv_slow' });
      inserted.resolve();
      await held.promise;
    });
    await inserted.promise;
    await db.insert(webhookDeliveries).values({ ...delivery, id: 'dlv_fast' });
    held.resolve();
    await slow;
    await order(service, {});
    const after = await stream.take(5);
    const ids = [...before, ...after].map(({ data, id }) => `${id} ${data['id']}`);
    expect(new Set(ids).size).toBe(8);
    expect(ids.filter((id) => id.endsWith('dlv_slow') || id.endsWith('dlv_fast'))).toHaveLength(2);
  });

  it('refuses what would move the clock or the state for all', async () => {
    const { start } = await sharedDatabase();
    const { control, description } = await start();
    const disabled = problem(403, 'controls_disabled');
    const moving = controls.filter(({ movesClock }) => movesClock);
    expect(moving.map(({ path }) => path).sort()).toEqual([
      '/_sandbox/clock',
      '/_sandbox/clock/stop',
      '/_sandbox/reset',
      '/_sandbox/snapshots',
      '/_sandbox/snapshots/{name}/restore',
      '/_sandbox/sources/{slug}',
    ]);
    expect(await control('/clock', { advance: '1m' })).toMatchObject(disabled);
    expect(await control('/clock', { mode: 'frozen' })).toMatchObject(disabled);
    expect(await control('/reset', {})).toMatchObject(disabled);
    expect(await control('/snapshots', { name: 'one' })).toMatchObject(disabled);
    expect(await control('/snapshots/one/restore', {})).toMatchObject(disabled);
    expect(await control('/sources/sbx-dmv', { availability: 'down' })).toMatchObject(disabled);
    expect(await control('/faults', { kind: 'duplicate' })).toMatchObject(disabled);
    expect(await control('/faults', { kind: 'http_500' })).toMatchObject(disabled);
    const { integrationId } = description;
    const match = { externalId: integrationId };
    expect(await control('/faults', { kind: 'duplicate', match })).toMatchObject({ status: 201 });
    expect(await control('/clock')).toMatchObject({ status: 200, body: { mode: 'real' } });
  });

  it('with controls, has one process move the clock, whichever is asked', async () => {
    const { start } = await sharedDatabase();
    const first = await start({ clock: { mode: 'frozen' } }, { controls: true });
    const second = await start({ clock: { mode: 'frozen' } }, { controls: true });
    const answers: unknown[] = [];
    const receiver = await startReceiver(async ({ answer }) => {
      answers.push(await first.control('/clock', { settle: true }));
      answer(200);
    });
    await createEndpoint(first, receiver.url);
    await order(first, {});
    await order(second, {});
    const moved = await second.control('/clock', { advance: '1m' });
    expect(moved).toMatchObject({ body: { ran: 4, deliveries: { succeeded: 2, failed: 0 } } });
    const held = problem(409, 'clock_held');
    expect(answers).toMatchObject([held, held]);
    expect((await first.control('/clock')).body).toEqual((await second.control('/clock')).body);
    expect(await first.control('/reset', {})).toMatchObject({ status: 200 });
    expect(await second.list('/v1/webhook-deliveries')).toEqual([]);
  });

  it('has a process take the place of another that is not there any more', async () => {
    const { sql: db, start } = await sharedDatabase();
    const service = await start({ clock: { mode: 'frozen' } }, { controls: true });
    const other = { holder: crypto.randomUUID(), until: sql`now() + interval '1 minute'` };
    const settle = () => service.control('/clock', { settle: true });
    await vi.waitFor(
      async () => expect(await db.select().from(engineLease)).toHaveLength(1),
      patience,
    );
    await db.update(engineLease).set({ ...other, busy: true });
    expect(await settle()).toMatchObject(problem(409, 'clock_held'));
    await db.update(engineLease).set({ ...other, busy: false });
    expect(await settle()).toMatchObject({ status: 200 });
    // The lease has expired during its move of the clock.
    await db.update(engineLease).set({ ...other, until: new Date(), busy: true });
    expect(await settle()).toMatchObject({ status: 200 });
  });

  it('ends a move of the clock whose process has lost its place', async () => {
    const { sql: db, start } = await sharedDatabase();
    const service = await start({ clock: { mode: 'frozen' } }, { controls: true });
    const other = { holder: crypto.randomUUID(), until: sql`now() + interval '1 minute'` };
    const receiver = await startReceiver(async ({ answer }) => {
      await db.update(engineLease).set({ ...other, busy: true });
      answer(200);
    });
    await createEndpoint(service, receiver.url);
    await order(service, {});
    await order(service, {});
    const { body: before } = await service.control('/clock');
    expect(await service.control('/clock', { advance: '1h' })).toMatchObject(
      problem(409, 'clock_held'),
    );
    const { body: after } = await service.control('/clock');
    expect(after).toMatchObject({ now: before['now'], moving: false });
    expect(receiver.received).toHaveLength(1);
  });

  it('makes an attempt again whose process has lost its job, and counts the third as failed', async () => {
    const { sql: db, start } = await sharedDatabase();
    const first = await start();
    const receiver = await startReceiver(() => {});
    await createEndpoint(first, receiver.url);
    const verification = await order(first, {});
    for (const number of [1, 2, 3]) {
      await vi.waitFor(() => expect(receiver.received).toHaveLength(number), patience);
      // As if the process had stalled for longer than its lease.
      await db.update(jobs).set({ leaseUntil: sql`now() - interval '1 second'` });
    }
    await vi.waitFor(async () => {
      const { delivery } = await deliveryOf(first, verification);
      expect(delivery['status']).toBe('retrying');
    }, patience);
    for (const { answer } of receiver.received) answer(200);
    const { delivery, attempts } = await deliveryOf(first, verification);
    expect(delivery).toMatchObject({ status: 'retrying', attemptCount: 3 });
    expect(attempts).toMatchObject([
      { number: 1, state: 'interrupted' },
      { number: 2, state: 'interrupted' },
      {
        number: 3,
        state: 'failed',
        error: { code: 'interrupted', message: expect.stringContaining('3 attempts in a row') },
      },
    ]);
  });

  it('makes no attempt again to an endpoint that was paused or deleted before its process lost the job', async () => {
    const { sql: db, start } = await sharedDatabase();
    const service = await start();
    await start();
    const receiver = await startReceiver(() => {});
    const { id: paused } = await createEndpoint(service, receiver.url);
    const { id: deleted } = await createEndpoint(service, receiver.url);
    await order(service, {});
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patience);
    await service.call('POST', `/v1/webhook-endpoints/${paused}/pause`);
    await service.call('DELETE', `/v1/webhook-endpoints/${deleted}`);
    await db.update(jobs).set({ leaseUntil: sql`now() - interval '1 second'` });
    const statusOf = async (endpointId: string) =>
      (await service.list(`/v1/webhook-deliveries?endpointId=${endpointId}`))[0]?.['status'];
    await vi.waitFor(async () => {
      expect([await statusOf(paused), await statusOf(deleted)]).toEqual(['held', 'canceled']);
    }, patience);
    expect(receiver.received).toHaveLength(2);
    // Late results are ignored.
    for (const { answer } of receiver.received) answer(200);
    await service.call('POST', `/v1/webhook-endpoints/${paused}/resume`);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(3), patience);
    receiver.received[2]?.answer(200);
    await vi.waitFor(async () => {
      expect([await statusOf(paused), await statusOf(deleted)]).toEqual(['succeeded', 'canceled']);
    }, patience);
    const states = await db
      .select({ state: webhookAttempts.state })
      .from(webhookAttempts)
      .orderBy(webhookAttempts.seq);
    expect(states.map(({ state }) => state)).toEqual(['interrupted', 'interrupted', 'succeeded']);
  });

  it('holds no delivery behind a resumption that commits at the same time', async () => {
    const { sql: db, start } = await sharedDatabase();
    const service = await start();
    const receiver = await startReceiver(() => {});
    const { id } = await createEndpoint(service, receiver.url);
    const verification = await order(service, {});
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patience);
    await service.call('POST', `/v1/webhook-endpoints/${id}/pause`);
    await db.transaction(async (tx) => {
      await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for('update');
      await tx.update(webhookEndpoints).set({ paused: false }).where(eq(webhookEndpoints.id, id));
      await db.update(jobs).set({ leaseUntil: sql`now() - interval '1 second'` });
      await vi.waitFor(async () => {
        const { delivery } = await deliveryOf(service, verification);
        const waiting = sql`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        const found = firstRow(await db.execute(waiting));
        if (delivery['status'] !== 'held') expect(found).toEqual({ count: 1 });
      }, patience);
    });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patience);
    receiver.received[1]?.answer(200);
    await vi.waitFor(async () => {
      const { delivery } = await deliveryOf(service, verification);
      expect(delivery['status']).toBe('succeeded');
    }, patience);
  });

  it('voids the late result of an attempt that another process has made again', async () => {
    const { sql: db, start } = await sharedDatabase();
    const service = await start();
    const receiver = await startReceiver(() => {});
    await createEndpoint(service, receiver.url);
    const verification = await order(service, {});
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patience);
    await db.update(jobs).set({ leaseUntil: sql`now() - interval '1 second'` });
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patience);
    receiver.received[0]?.answer(500);
    receiver.received[1]?.answer(200);
    await vi.waitFor(async () => {
      const { delivery, attempts } = await deliveryOf(service, verification);
      expect(delivery['status']).toBe('succeeded');
      expect(attempts).toMatchObject([{ state: 'interrupted' }, { state: 'succeeded' }]);
    }, patience);
  });

  it('lets an attempt end when its process stops', async () => {
    const { start } = await sharedDatabase();
    const stopping = await start();
    const other = await start();
    const receiver = await startReceiver(() => {});
    await createEndpoint(other, receiver.url);
    const verification = await order(other, {});
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patience);
    const closed = Promise.all([stopping.close(), other.close()]);
    receiver.received[0]?.answer(200);
    await closed;
    const third = await start();
    expect(await deliveryOf(third, verification)).toMatchObject({
      delivery: { status: 'succeeded' },
      attempts: [{ number: 1, state: 'succeeded' }],
    });
  });

  it('can be followed after its dump was restored on another server', async () => {
    const { sql: db, start } = await sharedDatabase();
    const first = await start();
    const receiver = await startReceiver(({ answer }) => answer(200));
    await createEndpoint(first, receiver.url);
    const stream = await follow(first);
    await order(first, {});
    await stream.take(3);
    await first.close();
    await db.update(webhookDeliveryChanges).set({ transaction: 9_000_000_000 });
    const again = await start();
    const whole = await follow(again, { lastEventId: '0-0', key: API_KEY });
    const later = await follow(again, { key: API_KEY });
    expect(await whole.take(3)).toHaveLength(3);
    await order(again, {});
    expect(await later.take(3)).toHaveLength(3);
  });

  it('is refused when it belongs to something else, cannot be reached, or is of another version', async () => {
    const { sql: db, url, close } = await scratchDatabase({ migrated: false });
    onTestFinished(close);
    await db.execute(sql`create table orders (id int)`);
    const open = (at: string) => openPostgresDatabase(at, () => {});
    await expect(open(url)).rejects.toThrow(
      /belong to another program\. Create a database .*, and set SCREENING_DATABASE_URL to it\.$/,
    );
    await expect(open('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED');
    await db.execute(sql`drop table orders`);
    await (await open(url)).close();
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1e12`);
    await expect(open(url)).rejects.toThrow('A newer version of screening-sandbox');
    await db.execute(sql`update drizzle.__drizzle_migrations set created_at = 1`);
    await expect(open(url)).rejects.toThrow('that was never released has written the tables of');
  });
});
