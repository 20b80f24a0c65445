import { signBody } from '@screening-webhooks/core';
import { describe, expect, it } from 'vitest';
import { createEndpoint, deliveryOf, order } from '../../support/orders.js';
import { problem } from '../../support/problems.js';
import { recordsOf } from '../../support/service.js';
import { serviceWithReceiver } from '../../support/service-with-receiver.js';

const { service, receiver } = serviceWithReceiver();

const settle = () => service().control('/clock', { settle: true });
async function remove(path: string) {
  const { url, controlToken } = service().description;
  const headers = { authorization: `Bearer ${controlToken}` };
  const response = await fetch(`${url}/_sandbox${path}`, { method: 'DELETE', headers });
  return response.status;
}

describe('the table of controls', () => {
  it('is listed, and every path is served', async () => {
    const { body } = await service().control('');
    const rows = recordsOf(body['data']);
    expect(rows.length).toBeGreaterThan(15);
    for (const { path } of rows) {
      const { status, text } = await service().call('PATCH', String(path), undefined, {
        key: service().description.controlToken,
      });
      expect([path, status], text).toEqual([path, 405]);
    }
  });

  it('has the limits and the JSON rules of the API', async () => {
    const { url, controlToken } = service().description;
    const post = (body: string, type = 'application/json') =>
      fetch(`${url}/_sandbox/faults`, {
        method: 'POST',
        headers: { authorization: `Bearer ${controlToken}`, 'content-type': type },
        body,
      });
    expect((await post('{')).status).toBe(400);
    expect((await post('{}', 'text/plain')).status).toBe(415);
    expect((await post(`"${'x'.repeat(1_048_577)}"`)).status).toBe(413);
    expect((await post(`${'['.repeat(100)}${']'.repeat(100)}`)).status).toBe(400);
    expect((await post('{"kind":"missing_t","__proto__":{}}')).status).toBe(422);
  });
});

describe('trigger', () => {
  const type = 'document_verification.completed';

  it('makes a stored event with its delivery, edited by path', async () => {
    const { status, body, text } = await service().control('/trigger', {
      type,
      data: { state: 'TX' },
      set: { 'data.formData.licenseNumber': 'RN7', 'data.metadata.a\\.b': 1 },
      unset: ['data.metadata.orderId'],
    });
    expect(status, text).toBe(201);
    const [event] = recordsOf(body['events']);
    await settle();
    expect(receiver.events).toMatchObject([
      {
        id: event?.['id'],
        type,
        created: '2026-01-01T00:00:00.000Z',
        data: {
          state: 'TX',
          integrationId: service().description.integrationId,
          formData: { licenseNumber: 'RN7' },
        },
      },
    ]);
    expect(Object(receiver.events[0]?.data).metadata).toEqual({ 'a.b': 1 });
    const [stored] = await service().list('/v1/events');
    expect(stored).toMatchObject({ id: event?.['id'], type });
  });

  it('sets a text as the type of its field, after set, and warns of a new one', async () => {
    const { body, text } = await service().control('/trigger', {
      type,
      count: 2,
      data: { attemptCount: 4 },
      set: { 'data.externalId': 12345, 'data.stat': 1, 'data.metadata.new': 1 },
      setText: { 'data.attemptCount': '7', 'data.state': '7', 'data.externalId': '8' },
    });
    expect(body['warnings'], text).toEqual([
      {
        param: 'set',
        message: 'the event had no data.stat, so it was added; did you mean data.state?',
      },
    ]);
    const [stored] = await service().list('/v1/events');
    // JSON has set another type before, and the record determines which one is meant.
    expect(stored).toMatchObject({
      data: { attemptCount: 7, state: '7', externalId: '8', stat: 1 },
    });
  });

  it('makes many, each its own, and faults only their first attempts', async () => {
    await service().control('/trigger', { type, count: 3, fault: 'bad_signature' });
    await order(service(), {});
    await service().control('/clock', { advance: '15m' });
    expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(4);
    const deliveries = await service().list('/v1/webhook-deliveries');
    expect(deliveries.map(({ attemptCount }) => attemptCount).sort()).toEqual([1, 2, 2, 2]);
  });

  it('goes to one endpoint when it is named', async () => {
    const { id } = await createEndpoint(service(), 'http://localhost:9/');
    const [first] = service().description.endpoints;
    await service().control('/trigger', { type, endpointId: first?.id });
    const deliveries = await service().list('/v1/webhook-deliveries');
    expect(deliveries.map(({ endpointId }) => endpointId)).toEqual([first?.id]);
    expect(id).not.toBe(first?.id);
  });

  it.each(['completed', 'failed', 'recorded'])('by the true flow: %s', async (end) => {
    const made = await service().control('/trigger', {
      via: 'api',
      type: `document_verification.${end}`,
      externalId: 'clinician-1',
    });
    expect(made.status, made.text).toBe(201);
    expect(receiver.events).toEqual([]);
    await settle();
    expect(receiver.events.map((event) => event.type)).toEqual([`document_verification.${end}`]);
    const [record] = await service().list('/v1/document-verifications?externalId=clinician-1');
    expect(receiver.events[0]?.data).toEqual(record);
  });

  it.each([
    [{ type: 'document_verification.complete' }, 'did you mean document_verification.completed?'],
    [{ type: 'report.completed' }, 'coming soon'],
    [{ type, set: { id: 'evt_1' } }, 'not a path into the record'],
    [{ type, set: { 'data.state.code': 1 } }, 'leads through'],
    [{ type, unset: ['data.nothing'] }, 'has no data.nothing'],
    [{ type, fault: 'nothing_like_it' }, 'is not a kind of fault'],
    [{ type, setText: { 'data.verified': 'yes' } }, 'data.verified is true or false'],
    [{ type, setText: { 'data.verified': true } }, 'setText.data.verified: must be a text'],
    [{ type, setText: { id: 'evt_1' } }, 'not a path into the record'],
    [{ type, count: 101 }, 'count: must be at most 100'],
    [{ type, count: 0 }, 'count: must be at least 1'],
    [{ type, count: 1.5 }, 'count: must be a whole number'],
    [{ type, via: 'post' }, 'via: must be one of direct, api'],
    [{ type, via: 'api', count: 101 }, 'count: must be at most 100'],
  ])('refuses %j', async (body, words) => {
    const { status, text } = await service().control('/trigger', body);
    expect(status).toBe(422);
    expect(text).toContain(words);
    expect(await service().list('/v1/events')).toEqual([]);
  });
});

describe('snapshots', () => {
  it('bring back state and time, any number of times, and survive a reset', async () => {
    const first = await order(service(), { externalId: 'first' });
    await settle();
    await service().control('/clock', { advance: '1h' });
    const saved = await service().control('/snapshots', { name: 'after-one_1' });
    expect(saved, saved.text).toMatchObject({
      status: 201,
      body: { name: 'after-one_1', savedAt: '2026-01-01T01:00:00.000Z' },
    });
    await service().control('/reset', {});
    for (let round = 0; round < 2; round += 1) {
      const restored = await service().control('/snapshots/after-one_1/restore', {});
      expect(restored.body).toEqual({ mode: 'frozen', now: '2026-01-01T01:00:00.000Z' });
      expect(await service().list('/v1/document-verifications')).toMatchObject([
        { verificationId: first },
      ]);
      await order(service(), {});
    }
    expect((await service().control('/snapshots')).body['data']).toHaveLength(1);
    expect(await remove('/snapshots/after-one_1')).toBe(200);
    expect(await service().control('/snapshots/after-one_1/restore', {})).toMatchObject({
      status: 404,
    });
  });

  it.each(['../seeded', 'Seeded', '', 'a b', '-a', `${'x'.repeat(41)}`, 'a";drop'])(
    'has no name %j',
    async (name) => {
      expect(await service().control('/snapshots', { name })).toMatchObject({ status: 422 });
    },
  );

  it("the service's own is not among them", async () => {
    expect((await service().control('/snapshots')).body).toEqual({ data: [] });
    expect(await service().control('/snapshots/seeded/restore', {})).toMatchObject({ status: 404 });
    await order(service(), {});
    await service().control('/snapshots', { name: 'seeded' });
    await service().control('/reset', {});
    expect(await service().list('/v1/document-verifications')).toEqual([]);
    expect(await remove('/snapshots/seeded')).toBe(200);
  });
});

describe('a sink', () => {
  it('accepts anything, answers as configured, and lists its requests', async () => {
    const { url } = service().description;
    expect((await fetch(`${url}/sink/a`, { method: 'PUT', body: 'x' })).status).toBe(200);
    await service().control('/sinks/a', { status: 503, delayMs: 1 });
    expect((await fetch(`${url}/sink/a`)).status).toBe(503);
    const large = new Uint8Array(1_048_577);
    expect((await fetch(`${url}/sink/a`, { method: 'POST', body: large })).status).toBe(413);
    expect((await fetch(`${url}/sink/a%2Fb`, { method: 'POST' })).status).toBe(404);
    const ofPage = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } };
    expect((await fetch(`${url}/sink/a`, ofPage)).status).toBe(403);
    const { body } = await service().control('/sinks/a');
    expect(body).toMatchObject({
      name: 'a',
      status: 503,
      delayMs: 1,
      requests: [
        { method: 'GET', status: 503, body: '' },
        { method: 'PUT', status: 200, body: 'x' },
      ],
    });
  });

  it('is the only own address that endpoints may have, and gets signed deliveries', async () => {
    const { url } = service().description;
    const { integrationId } = service().description;
    const refused = await service().call('POST', '/v1/webhook-endpoints', {
      url: `${url}/_sandbox/reset`,
      integrationId,
    });
    expect(refused).toMatchObject(problem(422, 'url_not_allowed'));
    await service().control('/sinks/inbox', { status: 500 });
    await createEndpoint(service(), `${url}/sink/inbox`);
    await order(service(), {});
    await settle();
    await service().control('/sinks/inbox', {});
    await service().control('/clock', { advance: '1m' });
    const { body } = await service().control('/sinks/inbox');
    const requests = recordsOf(body['requests']);
    expect(requests.map(({ status }) => status)).toEqual([200, 500]);
    expect(requests[0]?.['body']).toBe(requests[1]?.['body']);
    expect(requests[0]?.['headers']).toHaveProperty('service-signature');
  });

  describe('for an endpoint', () => {
    const sinkOf = (endpointId: string) =>
      service().control(`/sinks/shared?endpointId=${endpointId}`);
    const received = async (endpointId: string) =>
      recordsOf((await sinkOf(endpointId)).body['requests']);

    async function deliver(): Promise<void> {
      await order(service(), {});
      await settle();
    }

    it('lists what it has sent, and whether its secret verifies it', async () => {
      const { url } = service().description;
      const one = await createEndpoint(service(), `${url}/sink/shared`);
      const other = await createEndpoint(service(), `${url}/sink/shared`);
      expect(await received(one.id)).toEqual([]);
      await deliver();
      const match = { endpointId: one.id };
      await service().control('/faults', { kind: 'bad_signature', match });
      await deliver();
      await service().control('/faults', { kind: 'missing_header', match });
      await deliver();
      expect(await received(other.id)).toMatchObject([
        { method: 'POST', status: 200, verified: true },
        { verified: true },
        { verified: true },
      ]);
      expect(await received(one.id)).toMatchObject([
        { verified: false },
        { verified: false },
        { method: 'POST', status: 200, verified: true, body: expect.stringMatching(/^\{"id"/) },
      ]);
      expect(recordsOf((await service().control('/sinks/shared')).body['requests'])).toHaveLength(
        6,
      );
    });

    it('knows what it has signed without the id of a delivery, as with --strict-headers', async () => {
      const { url } = service().description;
      const { id, secret } = await createEndpoint(service(), `${url}/sink/shared`);
      const other = await createEndpoint(service(), `${url}/sink/shared`);
      const headers = { 'service-signature': await signBody('{}', { secret, timestamp: 1 }) };
      await fetch(`${url}/sink/shared`, { method: 'POST', headers, body: '{}' });
      expect(await received(id)).toMatchObject([{ verified: true, body: '{}' }]);
      expect(await received(other.id)).toEqual([]);
    });

    it('takes a forged request for no delivery of it, whatever its signature says', async () => {
      const { url } = service().description;
      const { id } = await createEndpoint(service(), `${url}/sink/shared`);
      await deliver();
      const [delivery] = await service().list(`/v1/webhook-deliveries?endpointId=${id}`);
      const signatures = ['', 't=', 'v1=00', `t=${'9'.repeat(400)},v1=00`, 't=1,v1=00'];
      const post = (headers: HeadersInit) =>
        fetch(`${url}/sink/shared`, { method: 'POST', headers, body: '{}' });
      for (const signature of signatures) await post({ 'service-signature': signature });
      expect(await received(id)).toHaveLength(1);
      const named = { 'service-delivery-id': String(delivery?.['id']) };
      for (const signature of signatures) await post({ ...named, 'service-signature': signature });
      const verified = (await received(id)).map((request) => request['verified']);
      expect(verified).toEqual([...signatures.map(() => false), true]);
    });

    it('knows the secret before a roll, and says nothing of a body that is not kept as a whole', async () => {
      const { url } = service().description;
      const { id } = await createEndpoint(service(), `${url}/sink/shared`);
      await deliver();
      await service().send('POST', `/v1/webhook-endpoints/${id}/roll-secret`, {
        overlapSeconds: 60,
      });
      await service().control('/clock', { advance: '2m' });
      await deliver();
      expect(await received(id)).toMatchObject([{ verified: true }, { verified: true }]);
      const [delivery] = await service().list(`/v1/webhook-deliveries?endpointId=${id}`);
      const headers = { 'service-delivery-id': String(delivery?.['id']) };
      const body = 'x'.repeat(64 * 1024);
      await fetch(`${url}/sink/shared`, { method: 'POST', headers, body });
      expect((await received(id))[0]).toMatchObject({ verified: null });
    });

    it('knows no endpoint of another tenant, nor one that is not there', async () => {
      const tenant = await service().send('POST', '/v1/partner/tenants', {
        facilityName: 'Other',
        adminEmail: 'other@example.com',
        termsVersion: '2026-01',
      });
      const { url } = service().description;
      const { integrationId } = tenant;
      const { body } = await service().call(
        'POST',
        '/v1/webhook-endpoints',
        { url: `${url}/sink/shared`, integrationId },
        { key: String(tenant['secretKey']) },
      );
      expect(body['id']).toMatch(/^we_/);
      for (const id of [String(body['id']), 'we_none']) {
        expect(await sinkOf(id)).toMatchObject(problem(404, 'resource_not_found'));
      }
    });
  });
});

describe('deliver-now', () => {
  it('says why the attempt has failed', async () => {
    receiver.failures.push(500, 404);
    const id = await order(service(), {});
    await settle();
    const { delivery } = await deliveryOf(service(), id);
    const answer = await service().control(`/deliveries/${delivery['id']}/deliver-now`, {});
    expect(answer).toMatchObject({ status: 200, body: { status: 'retrying', cause: 'not_found' } });
  });

  it('makes the next attempt of one delivery, and no other', async () => {
    receiver.failures.push(500, 500);
    const other = await order(service(), {});
    const one = await order(service(), {});
    await settle();
    const { delivery } = await deliveryOf(service(), one);
    const answer = await service().control(`/deliveries/${delivery['id']}/deliver-now`, {});
    const succeeded = { status: 'succeeded', cause: null, attemptCount: 2 };
    expect(answer).toMatchObject({ status: 200, body: succeeded });
    expect((await deliveryOf(service(), other)).delivery).toMatchObject({
      status: 'retrying',
      attemptCount: 1,
    });
    const again = await service().control(`/deliveries/${delivery['id']}/deliver-now`, {});
    expect(again).toMatchObject({ status: 409, body: { currentStatus: 'succeeded' } });
    expect(await service().control('/deliveries/dlv_x/deliver-now', {})).toMatchObject({
      status: 404,
    });
    // The delivery has no job left.
    await service().control('/clock', { drain: true });
    expect((await deliveryOf(service(), one)).attempts).toHaveLength(2);
  });
});

describe('decide', () => {
  it.each([
    ['completed', 'VERIFIED', null],
    ['failed', 'FAILED', 'Not legible.'],
    ['recorded', 'RECORDED', null],
  ])('ends a held verification as %s, once', async (outcome, status, errorMessage) => {
    const id = await order(service(), { licenseNumber: 'SBX-HOLD-1' });
    await settle();
    const body = { outcome, message: 'Not legible.' };
    const decided = await service().control(`/verifications/${id}/decide`, body);
    expect(decided, decided.text).toMatchObject({ status: 200, body: { status, errorMessage } });
    await settle();
    expect(receiver.events.map(({ type }) => type)).toEqual([`document_verification.${outcome}`]);
    expect(receiver.events[0]?.data).toEqual(decided.body);
    expect(await service().control(`/verifications/${id}/decide`, body)).toMatchObject({
      status: 409,
      body: { currentStatus: status },
    });
  });
});

describe('import', () => {
  const event = {
    id: 'evt_captured',
    type: 'document_verification.failed',
    created: '2026-11-20T10:00:00Z',
    data: { verificationId: 'dv_captured', verified: false },
  };
  const capture = (text: string) => ({
    version: 1,
    receivedAt: '2026-11-20T10:00:01.000Z',
    method: 'POST',
    path: '/webhooks',
    headers: [['Content-Type', 'application/json']],
    body: Buffer.from(text).toString('base64'),
    status: 500,
  });
  const text = JSON.stringify(event, null, 1);

  it('stores each captured event once, byte for byte, and delivers it signed anew', async () => {
    const [endpoint] = service().description.endpoints;
    const body = { endpointId: endpoint?.id, captures: [capture(text), capture(text)] };
    const imported = await service().control('/import', body);
    expect(imported.status, imported.text).toBe(201);
    expect(imported.body['data']).toHaveLength(1);
    await settle();
    expect(receiver.requests.map((request) => request.body)).toEqual([text]);
    expect(receiver.events).toEqual([event]);
  });

  it('refuses a body that is not an event, another event with the same id, and an unknown endpoint', async () => {
    const [endpoint] = service().description.endpoints;
    const endpointId = endpoint?.id;
    const send = (captures: unknown, to = endpointId) =>
      service().control('/import', { endpointId: to, captures });
    expect(await send([capture('no')])).toMatchObject({ status: 422 });
    expect(await send([{ ...capture(text), body: '%' }])).toMatchObject({ status: 422 });
    expect(await send([])).toMatchObject({ status: 422 });
    for (const odd of [
      { created: '0000-01-01T00:00:00Z' },
      { id: 'evt_\0' },
      { type: '\0' },
      { data: { verificationId: 'dv_\0' } },
    ]) {
      const one = capture(JSON.stringify({ ...event, ...odd }));
      expect(await send([one]), JSON.stringify(odd)).toMatchObject({ status: 422 });
    }
    expect(await send([capture(text)], 'we_x')).toMatchObject({ status: 404 });
    await send([capture(text)]);
    expect(await send([capture(`${text} `)])).toMatchObject({ status: 422 });
  });
});

it('an endpoint that has failed twenty times in a row is reported once', async () => {
  receiver.failures.push(...Array.from({ length: 25 }, () => 500));
  await service().control('/trigger', { type: 'document_verification.completed', count: 5 });
  await service().control('/clock', { advance: '15m' });
  const { body } = await service().control('/outbox');
  expect(recordsOf(body['data'])).toMatchObject([
    {
      to: 'admin@account.example',
      subject: expect.stringMatching(/^The webhook endpoint at \S+ is failing$/),
      text: expect.stringMatching(
        /^SYNTHETIC: .*\n\nThe last 20 attempts to deliver to http\S+ failed\. Deliveries continue\.\n/,
      ),
    },
  ]);
  const { url, endpoints } = service().description;
  const text = String(recordsOf(body['data'])[0]?.['text']);
  expect(text).toContain('\nFailing since: 2026-01-01T00:00:00.000Z\nLast success: none yet\n');
  expect(text).toContain('The receiver answered 500, and only a 2xx status acknowledges.');
  expect(text).toContain(`\nEndpoint: ${url}/endpoints/${endpoints[0]?.id}\n`);
});
