import { beforeEach, describe, expect, it } from 'vitest';
import { deliveryOf, order } from '../../support/orders.js';
import { problem } from '../../support/problems.js';
import { recordingReceiver } from '../../support/recording-receiver.js';
import { serviceWithSql } from '../../support/service-with-sql.js';

// Spec section 6, rules 3, 5 and 6: deliveries.

const receiver = recordingReceiver();
let hangs = false;
const { service, setEndpoint, addEndpoint } = serviceWithSql((request) =>
  hangs ? new Promise(() => {}) : receiver.deliverTo(request),
);
const settle = () => service().control('/clock', { settle: true });
const endpointId = () => String(service().description.endpoints[0]?.id);

beforeEach(() => {
  hangs = false;
  receiver.restart(service().description.endpoints[0]?.secret ?? '');
});

async function failed(): Promise<string> {
  receiver.failures.push(500, 500, 500, 500, 500);
  const id = await order(service(), {});
  await service().control('/clock', { advance: '15m' });
  const { delivery } = await deliveryOf(service(), id);
  expect(delivery).toMatchObject({ status: 'failed', attemptCount: 5 });
  return String(delivery['id']);
}

const get = async (id: string) =>
  (await service().call('GET', `/v1/webhook-deliveries/${id}`)).body;
const replay = (id: string) => service().call('POST', `/v1/webhook-deliveries/${id}/replay`);
const test = (body: object, id = endpointId()) =>
  service().call('POST', `/v1/webhook-endpoints/${id}/test`, body);

it('Document verification events are delivered only to the endpoints of the integration that owns the verification. One integration never receives another’s results.', async () => {
  const other = await service().call('POST', '/v1/integrations', { name: 'Other' });
  const integrationId = String(other.body['id']);
  await addEndpoint({ id: 'we_other', integrationId });
  const mine = await order(service(), {});
  const theirs = await order(service(), { integrationId });
  await settle();
  const reached = async (subjectId: string) =>
    (await service().list(`/v1/webhook-deliveries?subjectId=${subjectId}`)).map(
      (delivery) => delivery['endpointId'],
    );
  expect(await reached(mine)).toEqual([endpointId()]);
  expect(await reached(theirs)).toEqual(['we_other']);
});

describe('Test deliveries can be sent', () => {
  it.each(['completed', 'failed'])('of %s, which a receiver accepts', async (name) => {
    const eventType = `document_verification.${name}`;
    const sent = await test({ eventType });
    expect(sent).toMatchObject({
      status: 202,
      body: { eventType, test: true, status: 'scheduled' },
    });
    await settle();
    expect(receiver.events).toMatchObject([
      { type: eventType, data: { verified: name === 'completed' } },
    ]);
    expect(Object.keys(Object(receiver.events[0]?.data))).toHaveLength(17);
    expect(receiver.requests[0]?.headers.get('service-delivery-test')).toBe('1');
    const delivery = await get(String(sent.body['id']));
    expect(delivery).toMatchObject({ status: 'succeeded', attempts: [{ trigger: 'test' }] });
    const { body: event } = await service().call('GET', `/v1/events/${delivery['eventId']}`);
    expect(event).toMatchObject({ type: eventType, test: true, data: receiver.events[0]?.data });
    expect(await service().list('/v1/events?test=true')).toEqual([event]);
    expect(await service().list('/v1/events?test=false')).toEqual([]);
  });

  it('once, to an endpoint that is paused and does not subscribe', async () => {
    await setEndpoint({ paused: true, eventTypes: [] });
    receiver.failures.push(500);
    const { body } = await test({ eventType: 'document_verification.failed' });
    await service().control('/clock', { advance: '1d' });
    expect(await get(String(body['id']))).toMatchObject({ status: 'failed', attemptCount: 1 });
    expect(receiver.requests).toHaveLength(1);
  });

  it('and a pause does not hold one that is due', async () => {
    const { body } = await test({ eventType: 'document_verification.failed' });
    await service().control('/trigger', { type: 'document_verification.failed' });
    const paused = await service().call('POST', `/v1/webhook-endpoints/${endpointId()}/pause`);
    expect(paused.status).toBe(200);
    await settle();
    expect(await get(String(body['id']))).toMatchObject({ status: 'succeeded', attemptCount: 1 });
    const [, other] = await service().list('/v1/webhook-deliveries');
    expect(other).toMatchObject({ status: 'held', attemptCount: 0 });
  });

  it('of types that the endpoint could get', async () => {
    await addEndpoint({ id: 'we_account', integrationId: null });
    await addEndpoint({ id: 'we_deleted', deletedAt: new Date() });
    const eventType = 'document_verification.completed';
    expect(await test({ eventType }, 'we_account')).toMatchObject(
      problem(422, 'event_type_scope_mismatch'),
    );
    expect(await test({ eventType: 'report.completed' })).toMatchObject(
      problem(422, 'event_type_scope_mismatch'),
    );
    for (const type of ['toString', 'x']) {
      for (const id of [endpointId(), 'we_account']) {
        expect(await test({ eventType: type }, id)).toMatchObject(
          problem(422, 'event_type_not_available'),
        );
      }
    }
    expect(await test({ eventType }, 'we_deleted')).toMatchObject(
      problem(404, 'resource_not_found'),
    );
    expect(await test({})).toMatchObject(problem(422, 'validation_failed'));
  });
});

describe('related objects can optionally be included in every payload', () => {
  it('as a fifth key of the envelope, as they were at the time of the event', async () => {
    await addEndpoint({ id: 'we_plain' });
    await setEndpoint({ includeRelated: true });
    receiver.failures.push(500, 500);
    const { integrationId } = service().description;
    const { body: ofKeys } = await service().call('GET', `/v1/integrations/${integrationId}`);
    const { body: listed } = await service().call('GET', '/v1/document-configs/rn-license');
    // Events do not have the keys, and the properties that only the API has.
    const { magicValues, custom, createdAt, updatedAt, ...documentConfig } = listed;
    const { keyIds: _keyIds, ...integration } = ofKeys;
    await order(service(), {});
    await settle();
    // The endpoint's setting applies to later events: this one keeps its body.
    await setEndpoint({ includeRelated: false });
    await service().control('/clock', { advance: '1m' });
    const [first, , second] = receiver.requests.map(({ body }) => JSON.parse(body));
    expect(receiver.requests[2]?.body).toBe(receiver.requests[0]?.body);
    expect(Object.keys(first)).toEqual(['id', 'type', 'created', 'data', 'related']);
    expect(first.related).toEqual({ integration, documentConfig });
    expect(Object.keys(first.data)).toHaveLength(17);
    const plain = JSON.parse(receiver.requests[1]?.body ?? '');
    expect(plain).toEqual({ ...first, related: undefined });
    expect(Object.keys(plain)).toEqual(['id', 'type', 'created', 'data']);
    // The toolkit's receiver has accepted both.
    expect(receiver.events.map(({ id }) => id)).toEqual([second.id]);
    const [event] = await service().list('/v1/events');
    expect(event).toMatchObject({ related: first.related, data: first.data });
    const shown = await service().list('/v1/webhook-deliveries');
    expect(shown.map((delivery) => delivery['includesRelated'])).toEqual([true, false]);
  });

  it('in a test delivery too', async () => {
    await setEndpoint({ includeRelated: true });
    await test({ eventType: 'document_verification.recorded' });
    await settle();
    expect(receiver.events).toMatchObject([
      {
        related: {
          documentConfig: { slug: 'cpr-card' },
          integration: { name: 'Demo integration' },
        },
      },
    ]);
  });
});

describe('Delivery is an HTTP POST; the receiver must answer 2xx within 15 seconds.', () => {
  it.each([
    [500, 'The receiver answered 500, and only a 2xx status acknowledges.'],
    [302, 'The receiver answered 302, and redirects are not followed.'],
  ])('an answer of %i is a failure, and says so', async (status, message) => {
    receiver.failures.push(status);
    const id = await order(service(), {});
    await settle();
    const { delivery, attempts } = await deliveryOf(service(), id);
    const error = { code: 'status_not_2xx', message };
    expect(attempts).toMatchObject([{ state: 'failed', responseStatus: status, error }]);
    const lastAttempt = { number: 1, state: 'failed', responseStatus: status, error };
    expect(delivery).toMatchObject({ status: 'retrying', subjectId: id, lastAttempt });
    expect(await service().list('/v1/webhook-deliveries')).toMatchObject([{ lastAttempt }]);
  });

  it('no answer in time is a failure, and says so', async () => {
    const { body } = await service().call('GET', `/v1/webhook-endpoints/${endpointId()}`);
    await setEndpoint({ retryPolicy: { ...Object(body['retryPolicy']), timeoutSeconds: 0.05 } });
    hangs = true;
    const id = await order(service(), {});
    await settle();
    const { attempts } = await deliveryOf(service(), id);
    expect(attempts).toMatchObject([
      { state: 'failed', error: { code: 'timeout', message: 'No response within 0.05 s.' } },
    ]);
  });
});

describe('Afterwards a delivery can be replayed by hand.', () => {
  it('with the same id and bytes, a fresh signature, the current secret and the current URL', async () => {
    const id = await failed();
    const previous = service().description.endpoints[0]?.secret ?? '';
    const url = 'http://elsewhere.localhost/hooks';
    await setEndpoint({
      url,
      secret: 'whsec_sbx_new',
      previousSecret: previous,
      previousSecretExpiresAt: new Date('2026-02-01T00:00:00Z'),
    });
    receiver.restart('whsec_sbx_new');
    const sent = await replay(id);
    expect(sent).toMatchObject({ status: 202, body: { id, status: 'failed', attemptCount: 5 } });
    expect(sent.body['nextAttemptAt']).toBe('2026-01-01T00:15:00.000Z');
    expect(receiver.requests).toEqual([]);
    await settle();
    const delivery = await get(id);
    expect(delivery).toMatchObject({
      status: 'succeeded',
      attemptCount: 6,
      nextAttemptAt: null,
      succeededAt: '2026-01-01T00:15:00.000Z',
    });
    expect(receiver.requests[0]?.body).toBe(delivery['requestBody']);
    expect(receiver.events).toMatchObject([{ id: delivery['eventId'] }]);
    const attempts: Record<string, unknown>[] = Object(delivery['attempts']);
    expect(attempts[5]).toMatchObject({ number: 6, trigger: 'manual', state: 'succeeded', url });
    const signatures = attempts.map(
      ({ requestHeaders }) => Object(requestHeaders)['Service-Signature'],
    );
    expect(signatures[5]).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
  });

  it('also when it has succeeded, which a failure does not change', async () => {
    const subject = await order(service(), {});
    await settle();
    const { delivery } = await deliveryOf(service(), subject);
    const id = String(delivery['id']);
    await service().control('/clock', { advance: '1h' });
    receiver.failures.push(503);
    expect(await replay(id)).toMatchObject({ status: 202, body: { status: 'succeeded' } });
    await settle();
    expect(await get(id)).toMatchObject({
      status: 'succeeded',
      attemptCount: 2,
      succeededAt: '2026-01-01T00:00:00.000Z',
    });
  });

  it('one replay at a time', async () => {
    const id = await failed();
    const answers = await Promise.all([replay(id), replay(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    await settle();
    expect(receiver.requests).toHaveLength(6);
    expect(await replay(id)).toMatchObject({ status: 202 });
  });

  it('not while the endpoint is paused, nor after it was deleted', async () => {
    const id = await failed();
    await setEndpoint({ paused: true });
    expect(await replay(id)).toMatchObject(problem(409, 'endpoint_paused'));
    await setEndpoint({ paused: false, deletedAt: new Date() });
    expect(await replay(id)).toMatchObject(problem(409, 'state_conflict'));
    const history = await service().list(`/v1/webhook-endpoints/${endpointId()}/deliveries`);
    expect(history).toMatchObject([{ id }]);
  });

  it('but a pause that comes before the attempt drops it', async () => {
    const id = await failed();
    await replay(id);
    await setEndpoint({ paused: true });
    await settle();
    expect(await get(id)).toMatchObject({ status: 'failed', attemptCount: 5, nextAttemptAt: null });
    await setEndpoint({ paused: false });
    expect(await replay(id)).toMatchObject({ status: 202 });
  });
});

it('The delivery history can be filtered', async () => {
  const first = await order(service(), {});
  await settle();
  await service().control('/clock', { advance: '1h' });
  receiver.failures.push(500);
  await order(service(), { licenseNumber: 'SBX-NOTFOUND-1' });
  await settle();
  const all = await service().list('/v1/webhook-deliveries');
  const [succeeded, retrying] = all.map(({ id }) => id);
  const ids = async (query: string) => {
    const lists = ['/v1/webhook-deliveries', `/v1/webhook-endpoints/${endpointId()}/deliveries`];
    const [found, ofEndpoint] = await Promise.all(
      lists.map(async (path) => (await service().list(`${path}?${query}`)).map(({ id }) => id)),
    );
    expect(found).toEqual(ofEndpoint);
    return found;
  };
  expect(await ids(`subjectId=${first}`)).toEqual([succeeded]);
  expect(await ids(`eventId=${all[1]?.['eventId']}`)).toEqual([retrying]);
  expect(await ids('eventType=document_verification.failed')).toEqual([retrying]);
  expect(await ids('status=succeeded')).toEqual([succeeded]);
  expect(await ids('createdAfter=2026-01-01T00:30:00Z')).toEqual([retrying]);
  expect(await ids('createdBefore=2026-01-01T02:30:00%2B02:00')).toEqual([succeeded]);
  const events = await service().list(`/v1/events?subjectId=${first}`);
  expect(events).toMatchObject([{ id: all[0]?.['eventId'] }]);
});
