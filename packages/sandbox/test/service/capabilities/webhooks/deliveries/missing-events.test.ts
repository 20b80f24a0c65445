import { asc, eq, sql as raw } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { events, jobs, webhookDeliveries } from '../../../../../src/service/db/schema/index.js';
import { limits } from '../../../../../src/service/limits/limits.js';
import { invalid, problem } from '../../../../support/problems.js';
import { ownService, type TestService } from '../../../../support/service.js';
import { serviceWithSql } from '../../../../support/service-with-sql.js';

const START = '2026-01-01T00:00:00.000Z';
const COMPLETED = 'document_verification.completed';
const FAILED = 'document_verification.failed';
const LATE = 'we_late';

let received: { readonly id: string; readonly path: string; readonly body: string }[] = [];
let answers: number[] = [];
const { service, sql, setEndpoint, addEndpoint } = serviceWithSql(async (request) => {
  const id = String(request.headers.get('service-delivery-id'));
  received.push({ id, path: new URL(request.url).pathname, body: await request.text() });
  return new Response(null, { status: answers.shift() ?? 200 });
});
const move = (body: object) => service().control('/clock', body);
const settle = () => move({ settle: true });
const recover = (body: object = {}, id = LATE) =>
  service().call('POST', `/v1/webhook-endpoints/${id}/recover`, {
    since: START,
    include: 'missing',
    ...body,
  });
const addLate = (changes: object = {}) =>
  addEndpoint({ id: LATE, url: 'http://localhost:9/late', ...changes });
const deliveriesTo = (id: string) => service().list(`/v1/webhook-deliveries?endpointId=${id}`);
const eventsSentTo = async (id: string) => (await deliveriesTo(id)).map((one) => one['eventId']);

/** Makes an event, delivers it, and returns its id. */
async function event(type = COMPLETED, more: object = {}): Promise<string> {
  const { body } = await service().control('/trigger', { type, ...more });
  await settle();
  return String(Object(body['events'])[0].id);
}

beforeEach(() => {
  received = [];
  answers = [];
});

describe('a recovery of missing events', () => {
  it('sends a new endpoint the events from before it existed, byte for byte, oldest first', async () => {
    const ids = [await event()];
    await move({ advance: '1m' });
    ids.push(await event(FAILED), await event());
    const first = received;
    received = [];
    await addLate();
    expect(await recover()).toMatchObject({
      status: 202,
      body: { endpointId: LATE, found: 0, missing: 3, complete: true, retrying: 0 },
    });
    answers = [500];
    await settle();
    expect(received.map(({ path }) => path)).toEqual(['/late', '/late', '/late']);
    expect(received.map(({ body }) => body)).toEqual(first.map(({ body }) => body));
    const known = new Set(first.map(({ id }) => id));
    expect(received.filter(({ id }) => known.has(id))).toEqual([]);
    // They are retried like other deliveries.
    await move({ advance: '1m' });
    const sent = await deliveriesTo(LATE);
    expect(sent.map(({ eventId }) => eventId)).toEqual(ids);
    expect(sent.map(({ status, attemptCount }) => [status, attemptCount])).toEqual([
      ['succeeded', 2],
      ['succeeded', 1],
      ['succeeded', 1],
    ]);
    expect(received).toHaveLength(4);
    expect(await recover()).toMatchObject({ body: { missing: 0, complete: true } });
    expect(await sql().$count(jobs)).toBe(0);
  });

  it('sends those that it subscribes to now', async () => {
    const completed = await event();
    const failed = await event(FAILED);
    await addLate({ eventTypes: [FAILED] });
    expect(await recover()).toMatchObject({ body: { missing: 1 } });
    await settle();
    expect(await eventsSentTo(LATE)).toEqual([failed]);
    await service().send('PATCH', `/v1/webhook-endpoints/${LATE}`, { eventTypes: [COMPLETED] });
    expect(await recover()).toMatchObject({ body: { missing: 1 } });
    // The subscription at the time of the job counts.
    await service().send('PATCH', `/v1/webhook-endpoints/${LATE}`, { eventTypes: [FAILED] });
    await settle();
    expect(await eventsSentTo(LATE)).toEqual([failed]);
    await service().send('PATCH', `/v1/webhook-endpoints/${LATE}`, { eventTypes: [COMPLETED] });
    await recover();
    await settle();
    expect(await eventsSentTo(LATE)).toEqual([failed, completed]);
  });

  it('sends those of its range, both ends included', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push(await event());
      await move({ advance: '1s' });
    }
    await addLate();
    const range = { since: '2026-01-01T00:00:01Z', until: '2026-01-01T01:00:02+01:00' };
    expect(await recover(range)).toMatchObject({ body: { missing: 2 } });
    await settle();
    expect(await eventsSentTo(LATE)).toEqual(ids.slice(1, 3));
  });

  it('sends no test event, and none whose deliveries were deleted', async () => {
    const own = service().description.endpoints[0]?.id ?? '';
    await service().send('POST', `/v1/webhook-endpoints/${own}/test`, { eventType: COMPLETED });
    const old = await event();
    await sql().update(events).set({ deliveriesDeleted: true }).where(eq(events.id, old));
    await addLate();
    expect(await recover()).toMatchObject({ body: { missing: 0 } });
    expect(await sql().$count(jobs)).toBe(0);
  });

  it('sends an event again neither where it was canceled nor where it has failed', async () => {
    await event();
    await sql().update(webhookDeliveries).set({ status: 'canceled' });
    answers = [500, 500, 500, 500, 500];
    const failed = await event();
    await move({ advance: '15m' });
    const own = service().description.endpoints[0]?.id ?? '';
    expect(await recover({}, own)).toMatchObject({ body: { found: 0, missing: 0 } });
    // A failed delivery is replayed, and an event that was never sent is sent.
    await setEndpoint({ eventTypes: [FAILED] });
    const missed = await event();
    await setEndpoint({ eventTypes: [COMPLETED] });
    expect(await recover({ include: 'all' }, own)).toMatchObject({
      body: { found: 1, missing: 1 },
    });
    await settle();
    const sent = (await deliveriesTo(own)).slice(1);
    expect(sent).toMatchObject([
      { eventId: failed, status: 'succeeded', attemptCount: 6 },
      { eventId: missed, status: 'succeeded', attemptCount: 1 },
    ]);
  });

  it('without it, missing events stay missing', async () => {
    await event();
    await addLate();
    expect(await recover({ include: undefined })).toMatchObject({ body: { found: 0, missing: 0 } });
    await settle();
    expect(await deliveriesTo(LATE)).toEqual([]);
  });

  it('sends related objects where the event has them, and a delivery says whether', async () => {
    await event();
    await setEndpoint({ includeRelated: true });
    await event();
    const [plain, related] = received.map(({ body }) => body);
    received = [];
    await addLate({ includeRelated: true });
    await recover();
    await settle();
    expect(received.map(({ body }) => body)).toEqual([plain, related]);
    const sent = await deliveriesTo(LATE);
    expect(sent.map(({ includesRelated }) => includesRelated)).toEqual([false, true]);
  });

  it('is refused with a cause, while the endpoint is paused, and once it is deleted', async () => {
    await event();
    await addLate();
    for (const include of ['missing', 'all']) {
      expect(await recover({ include, cause: 'timeout' })).toMatchObject(
        invalid({ param: 'cause', code: 'not_applicable' }),
      );
    }
    await recover();
    await service().send('POST', `/v1/webhook-endpoints/${LATE}/pause`);
    expect(await recover()).toMatchObject(problem(409, 'endpoint_paused'));
    // The pause has ended the recovery.
    await settle();
    expect(await deliveriesTo(LATE)).toEqual([]);
    await service().send('POST', `/v1/webhook-endpoints/${LATE}/resume`, {});
    await recover();
    await service().send('DELETE', `/v1/webhook-endpoints/${LATE}`);
    await settle();
    expect(await recover()).toMatchObject(problem(404, 'resource_not_found'));
    expect(await deliveriesTo(LATE)).toEqual([]);
  });

  it('counts among the first events of a range, and sends all', async () => {
    const first = await event();
    const { most } = limits.countedMissing;
    await sql().execute(raw`insert into events
        (id, tenant_id, integration_id, type, created, body, subject_id)
      select id || n, tenant_id, integration_id, type, created, body, subject_id
      from events, generate_series(1, ${most}::int - 1) n`);
    const own = service().description.endpoints[0]?.id ?? '';
    const last = { id: `${first}x`, created: new Date('2026-01-01T00:00:01Z') };
    const [stored] = await sql().select().from(events).where(eq(events.id, first));
    if (!stored) throw new Error('There is no event.');
    await sql().execute(raw`insert into webhook_deliveries (id, tenant_id, integration_id, event_id, event_type,
        endpoint_id, status, attempt_count, created_at, updated_at)
      select 'dlv_' || id, tenant_id, integration_id, id, type, ${own}, 'succeeded', 1, created, created
      from events where id <> ${first}`);
    const { seq: _seq, ...columns } = stored;
    await sql()
      .insert(events)
      .values({ ...columns, ...last });
    const until = '2026-01-01T01:00:00Z';
    expect(await recover({ until }, own)).toMatchObject({ body: { missing: 0, complete: false } });
    await settle();
    expect((await eventsSentTo(own)).at(-1)).toBe(last.id);
  });
});

/** Stores an event of each owner, and returns their ids by its name. */
async function eventOfEachOwner(
  { send, sql: db, description: { integrationId } }: TestService,
  type: string,
): Promise<Readonly<Record<string, string>>> {
  const other = String((await send('POST', '/v1/integrations', { name: 'Other' }))['id']);
  const { id: tenantId } = await send('GET', '/v1/account');
  const { tenantId: otherTenant } = await send('POST', '/v1/partner/tenants', {
    facilityName: 'Facility',
    adminEmail: 'admin@facility.example',
    termsVersion: '2026-01',
  });
  const owners = {
    'its integration': [tenantId, integrationId],
    'another integration': [tenantId, other],
    'the account': [tenantId, null],
    'another account': [otherTenant, null],
  };
  const created = new Date(START);
  const rows = Object.entries(owners).map(([name, [tenant, integration]]) => ({
    id: `evt of ${name}`,
    tenantId: String(tenant),
    integrationId: integration === null ? null : String(integration),
    type,
    created,
    createdAt: created,
    body: new TextEncoder().encode('{}'),
    subjectId: 'none',
  }));
  await db.insert(events).values(rows);
  return Object.fromEntries(rows.map(({ id }) => [id.replace('evt of ', ''), id]));
}

it.each([
  ['an integration', 'its integration'],
  ['the account', 'the account'],
] as const)('an endpoint of %s gets the events of it and of nobody else', async (of, wanted) => {
  const ids = await eventOfEachOwner(service(), COMPLETED);
  await addLate(of === 'the account' ? { integrationId: null } : {});
  expect(await recover()).toMatchObject({ body: { missing: 1 } });
  await settle();
  const sent = await sql().select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.seq));
  expect(sent.map(({ eventId, endpointId }) => [eventId, endpointId])).toEqual([
    [ids[wanted], LATE],
  ]);
});

describe.each([true, false])('with preview events: %s', (previewEvents) => {
  const own = ownService({ previewEvents });

  it('an event that is coming soon is sent where it would be emitted', async () => {
    const { sql: db, send } = own();
    await eventOfEachOwner(own(), 'report.completed');
    const { id } = await send('POST', '/v1/webhook-endpoints', {
      url: 'http://localhost:9/',
      owner: 'account',
    });
    await db.execute(raw`update webhook_endpoints set event_types = '{report.completed}'`);
    const body = { since: START, include: 'missing' };
    const missing = previewEvents ? 1 : 0;
    expect(await send('POST', `/v1/webhook-endpoints/${id}/recover`, body)).toMatchObject({
      missing,
    });
    await own().control('/clock', { settle: true });
    expect(await db.$count(webhookDeliveries)).toBe(missing);
  });
});
