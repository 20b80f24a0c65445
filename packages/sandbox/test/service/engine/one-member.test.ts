import { eq, sql as raw } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import {
  documentVerifications,
  events,
  jobs,
  webhookDeliveries,
  webhookEndpoints,
} from '../../../src/service/db/schema/index.js';
import { deferred } from '../../support/deferred.js';
import { createDocument, openSession } from '../../support/open-session.js';
import { order } from '../../support/orders.js';
import { provision } from '../../support/provision.js';
import { sharedService } from '../../support/service.js';

let answer: (request: Request) => Promise<Response>;
const service = sharedService((request) => answer(request));

// Only ends a hang.
const patience = { timeout: 60_000 };
const letTimePass = () => service().control('/clock', { mode: 'real' });
const answerAll = () => {
  answer = async () => new Response(null, { status: 204 });
};

/** The numbers of deliveries and verifications with each status. */
async function statuses() {
  const { sql } = service();
  const rows = [
    ...(await sql.select().from(webhookDeliveries)),
    ...(await sql.select().from(documentVerifications)),
  ];
  return rows.map(({ status }) => status).sort();
}

/** Sends events whose deliveries are due together, and returns the id of one of them. */
async function dueTogether(count: number): Promise<string> {
  for (let event = 0; event < count; event += 1) {
    await service().control('/trigger', { type: 'document_verification.completed' });
  }
  const { sql } = service();
  const rows = await sql.select().from(webhookDeliveries).orderBy(webhookDeliveries.seq);
  return rows[1]?.id ?? '';
}

it('a delivery whose attempt cannot be recorded does not affect others that start with it', async () => {
  answerAll();
  const id = await dueTogether(5);
  const { sql } = service();
  await sql.execute(raw`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`);
  await sql.execute(
    raw.raw(`create trigger refuse before insert on webhook_attempts for each row
      when (new.delivery_id = '${id}') execute function refuse()`),
  );
  await letTimePass();
  const others = ['succeeded', 'succeeded', 'succeeded', 'succeeded'];
  await vi.waitFor(
    async () => expect(await statuses()).toEqual(['scheduled', ...others]),
    patience,
  );
  const readFailures = async () => (await sql.select().from(jobs)).map(({ failures }) => failures);
  await vi.waitFor(async () => expect(await readFailures()).toEqual([1]), patience);
  await sql.execute(raw`drop function refuse cascade`);
  await expect(service().failed()).rejects.toThrow(`The job delivery_attempt of ${id} has failed`);
});

it('a failure that cannot be recorded does not affect the causes of others that end with it', async () => {
  answer = async () => new Response(null, { status: 404 });
  const id = await dueTogether(5);
  const { sql } = service();
  await sql.execute(raw`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '23514'; end $$`);
  await sql.execute(
    raw.raw(`create trigger refuse before update on webhook_deliveries for each row
      when (new.id = '${id}' and new.cause is not null) execute function refuse()`),
  );
  await letTimePass();
  const causes = async () =>
    (await sql.select().from(webhookDeliveries)).map(({ cause }) => cause ?? '').sort();
  const others = ['not_found', 'not_found', 'not_found', 'not_found'];
  await vi.waitFor(async () => expect(await causes()).toEqual(['', ...others]), patience);
  const readFailures = async () =>
    (await sql.select().from(jobs).where(eq(jobs.ref, id))).map(({ failures }) => failures);
  await vi.waitFor(async () => expect(await readFailures()).toEqual([1]), patience);
  await forgetRefusal();
  await expect(service().failed()).rejects.toThrow(`The job delivery_attempt of ${id} has failed`);
});

it('bodies that are too large for a group are sent anyway', async () => {
  answerAll();
  await dueTogether(4);
  const { sql } = service();
  await sql.execute(raw`update events set body = convert_to(repeat('x', 400000), 'UTF8')`);
  await letTimePass();
  const all = ['succeeded', 'succeeded', 'succeeded', 'succeeded'];
  await vi.waitFor(async () => expect(await statuses()).toEqual(all), patience);
});

/** Makes the database refuse to change a row of a table. */
async function refuseChange(table: string, id: string): Promise<void> {
  const { sql } = service();
  await sql.execute(raw`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '23514'; end $$`);
  await sql.execute(
    raw.raw(`create trigger refuse before update on ${table} for each row
      when (new.id = '${id}') execute function refuse()`),
  );
}

const forgetRefusal = () => service().sql.execute(raw`drop function refuse cascade`);

it.each([
  ['recovery', 'failed', 'succeeded'],
  ['resumption', 'held', 'succeeded'],
  ['discard', 'held', 'canceled'],
] as const)(
  'a %s leaves one delivery as it was, and does the others',
  async (kind, before, after) => {
    answerAll();
    const id = await dueTogether(4);
    const { sql, send, control, description } = service();
    const path = `/v1/webhook-endpoints/${description.endpoints[0]?.id}`;
    if (kind === 'recovery') {
      await sql.delete(jobs);
      await sql.update(webhookDeliveries).set({ status: 'failed' });
    } else await send('POST', `${path}/pause`, {});
    await refuseChange('webhook_deliveries', id);
    if (kind === 'recovery')
      await send('POST', `${path}/recover`, { since: '2026-01-01T00:00:00Z' });
    else await send('POST', `${path}/resume`, { discard: kind === 'discard' });
    const { body } = await control('/clock', { advance: '1h' });
    expect(body['failed']).toEqual([{ kind, id: description.endpoints[0]?.id, outcome: 'ended' }]);
    expect(await statuses()).toEqual([before, after, after, after].sort());
    expect(await sql.select().from(jobs)).toEqual([]);
    await forgetRefusal();
  },
);

it('a recovery leaves out one event that cannot be delivered, and delivers the others', async () => {
  answerAll();
  await dueTogether(4);
  const { sql, send, control, description } = service();
  const [refused = { id: '' }] = await sql.select().from(events);
  await sql.delete(jobs);
  await sql.delete(webhookDeliveries);
  await sql.execute(raw`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '23514'; end $$`);
  await sql.execute(
    raw.raw(`create trigger refuse before insert on webhook_deliveries for each row
      when (new.event_id = '${refused.id}') execute function refuse()`),
  );
  const id = description.endpoints[0]?.id;
  const body = { since: '2026-01-01T00:00:00Z', include: 'missing' };
  await send('POST', `/v1/webhook-endpoints/${id}/recover`, body);
  const moved = await control('/clock', { advance: '1h' });
  expect(moved.body['failed']).toEqual([{ kind: 'recovery', id, outcome: 'ended' }]);
  expect(await statuses()).toEqual(['succeeded', 'succeeded', 'succeeded']);
  await forgetRefusal();
});

it('a session expires except for one document, whose expiry is parked', async () => {
  answerAll();
  const { control, sql } = service();
  const session = await openSession(service());
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const created = await createDocument(service(), { sessionId: session.id, formData: {} });
    ids.push(String(created['verificationId']));
  }
  await refuseChange('document_verifications', ids[1] ?? '');
  const { body } = await control('/clock', { advance: '60d' });
  const failed = (outcome: string) => ({ kind: 'session_expiry', id: session.id, outcome });
  expect(body['failed']).toEqual([...['waiting', 'waiting', 'waiting', 'parked'].map(failed)]);
  const rows = await sql.select().from(documentVerifications).orderBy(documentVerifications.seq);
  expect(rows.map(({ status }) => status)).toEqual(['FAILED', 'PENDING', 'FAILED']);
  await forgetRefusal();
  expect((await control('/clock/release', {})).body).toEqual({ released: 1 });
  await control('/clock', { settle: true });
  expect(await statuses()).toEqual(['FAILED', 'FAILED', 'FAILED', ...Array(3).fill('succeeded')]);
  await expect(service().failed()).rejects.toThrow(`The job session_expiry of ${session.id}`);
});

it('the open objects of a closed tenant end, except one verification, whose closing is parked', async () => {
  answerAll();
  const { control, sql, send } = service();
  const { tenantId, key, integrationId } = await provision(service());
  const document = { documentConfigSlug: 'rn-license', state: 'CA', integrationId };
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const created = await send('POST', '/v1/document-verifications', document, { key });
    ids.push(String(created['verificationId']));
  }
  await refuseChange('document_verifications', ids[1] ?? '');
  await send('POST', `/v1/partner/tenants/${tenantId}/close`);
  const { body } = await control('/clock', { advance: '1h' });
  const failed = (outcome: string) => ({ kind: 'tenant_closing', id: tenantId, outcome });
  expect(body['failed']).toEqual([...['waiting', 'waiting', 'waiting', 'parked'].map(failed)]);
  expect(await statuses()).toEqual(['CANCELED', 'CANCELED', 'PENDING']);
  // Its session can still expire.
  expect(await sql.select().from(jobs)).toMatchObject([{ kind: 'session_expiry' }]);
  await forgetRefusal();
  expect((await control('/clock/release', {})).body).toEqual({ released: 1 });
  await control('/clock', { settle: true });
  expect(await statuses()).toEqual(['CANCELED', 'CANCELED', 'CANCELED']);
  expect(await sql.select().from(jobs)).toEqual([]);
  await expect(service().failed()).rejects.toThrow(`The job tenant_closing of ${tenantId}`);
});

// PGlite has one connection, so nothing can hold a lock there while others work.
describe.skipIf(process.env['SANDBOX_TEST_POSTGRES'] === undefined)('on PostgreSQL', () => {
  /** Holds rows locked while `body` runs. */
  async function whileLocked(
    table: typeof webhookDeliveries | typeof documentVerifications | typeof webhookEndpoints,
    id: string,
    body: () => Promise<void>,
  ): Promise<void> {
    await service().sql.transaction(async (tx) => {
      await tx.select().from(table).where(eq(table.id, id)).for('update');
      await body();
    });
  }

  it('a locked delivery is started later, and the others at once', async () => {
    answerAll();
    const id = await dueTogether(5);
    const others = ['succeeded', 'succeeded', 'succeeded', 'succeeded'];
    await whileLocked(webhookDeliveries, id, async () => {
      await letTimePass();
      await vi.waitFor(
        async () => expect(await statuses()).toEqual(['scheduled', ...others]),
        patience,
      );
    });
    await vi.waitFor(
      async () => expect(await statuses()).toEqual(['succeeded', ...others]),
      patience,
    );
  });

  it('the end of a locked delivery is recorded later, and those of the others at once', async () => {
    const id = await dueTogether(5);
    const started = deferred<void>();
    const locked = deferred<void>();
    let attempts = 0;
    answer = async () => {
      attempts += 1;
      if (attempts === 5) void started.resolve();
      await locked.promise;
      return new Response(null, { status: 204 });
    };
    await letTimePass();
    await started.promise;
    const others = ['succeeded', 'succeeded', 'succeeded', 'succeeded'];
    await whileLocked(webhookDeliveries, id, async () => {
      locked.resolve();
      await vi.waitFor(
        async () => expect(await statuses()).toEqual(['delivering', ...others]),
        patience,
      );
    });
    await vi.waitFor(
      async () => expect(await statuses()).toEqual(['succeeded', ...others]),
      patience,
    );
    expect(attempts).toBe(5);
  });

  it('a locked verification is verified later, and the others at once', async () => {
    answerAll();
    const { sql } = service();
    await sql.delete(webhookEndpoints);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push(await order(service(), {}));
    const others = ['VERIFIED', 'VERIFIED', 'VERIFIED'];
    await whileLocked(documentVerifications, ids[1] ?? '', async () => {
      await letTimePass();
      await vi.waitFor(
        async () => expect(await statuses()).toEqual(['PROCESSING', ...others]),
        patience,
      );
    });
    await vi.waitFor(
      async () => expect(await statuses()).toEqual(['VERIFIED', ...others]),
      patience,
    );
  });
});
