import { describe, expect, it } from 'vitest';
import { type ClientOptions, InvalidInputError } from '../src/index.js';
import {
  API_KEY,
  clientFor,
  json,
  type Responder,
  startService,
  status,
} from './support/fake-service.js';
import { serviceErrorOf } from './support/service-error-of.js';

const order = { candidateId: 'cand_1', packageId: 'pkg_1', workState: 'CA' };

async function start(responder?: Responder, options: Partial<ClientOptions> = {}) {
  const service = await startService(responder);
  return { service, client: clientFor(service.url, options) };
}

describe('reports.create', () => {
  it('posts the order as the specification defines it', async () => {
    const { service, client } = await start(json({ id: 'rpt_1', later: { field: 1 } }, 201));
    // @ts-expect-error a field that is not part of an order is not sent
    const report = await client.reports.create({ ...order, ssn: '000-00-0000' });
    expect(report).toEqual({ id: 'rpt_1', later: { field: 1 } });
    const [request] = service.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/reports',
      headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual(order);
  });

  it('sends a new idempotency key for each call, or the given one', async () => {
    const { service, client } = await start(json({}));
    await client.reports.create(order);
    await client.reports.create(order);
    await client.reports.create(order, { idempotencyKey: 'order-7' });
    const keys = service.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys[2]).toBe('order-7');
  });

  it('returns an empty report for an empty response', async () => {
    const { client } = await start((response) => response.writeHead(202).end());
    expect(await client.reports.create(order)).toEqual({});
  });

  it('a confirmation that is not a JSON object is response_malformed, with its 2xx status', async () => {
    const { service, client } = await start((response) => response.writeHead(201).end('<p>Thanks'));
    const error = await serviceErrorOf(client.reports.create(order, { idempotencyKey: 'k' }));
    expect(error).toMatchObject({ code: 'response_malformed', status: 201, idempotencyKey: 'k' });
    service.always(json(['rpt_1']));
    expect((await serviceErrorOf(client.reports.create(order))).code).toBe('response_malformed');
  });

  it.each([
    ['workState', { workState: 'ca' }],
    ['workState', { workState: 'CAL' }],
    ['workState', { workState: 'C1' }],
    ['workState', { workState: 'CA\n' }],
    ['workState', { workState: '' }],
    ['workState', { workState: undefined }],
    ['candidateId', { candidateId: '' }],
    ['candidateId', { candidateId: 7 }],
    ['packageId', { packageId: ' ' }],
  ])('rejects %s in %j before any request', async (input, wrong) => {
    const { service, client } = await start();
    // @ts-expect-error a JavaScript caller may pass this
    const call = client.reports.create({ ...order, ...wrong });
    await expect(call).rejects.toBeInstanceOf(InvalidInputError);
    await expect(call).rejects.toMatchObject({ input });
    expect(service.requests).toEqual([]);
  });

  it.each(['', 'a b', 'ä', 'k\n', 'k'.repeat(256)])(
    'rejects the idempotency key %j before any request',
    async (key) => {
      const { service, client } = await start();
      const call = client.reports.create(order, { idempotencyKey: key });
      await expect(call).rejects.toMatchObject({ input: 'idempotencyKey' });
      expect(service.requests).toEqual([]);
    },
  );

  it('rejects an order that has the right type and an invalid value', async () => {
    const { client } = await start();
    await expect(client.reports.create({ ...order, workState: 'XYZ' })).rejects.toThrow(
      /two capital/,
    );
  });
});

describe('documentVerifications.list', () => {
  const record = { verificationId: 'dv_1', externalId: 'a', somethingNew: { nested: [1] } };

  it('encodes every character of the externalId', async () => {
    const { service, client } = await start();
    await client.documentVerifications.list({ externalId: 'a b&c=d+é/?#' });
    expect(service.requests[0]).toMatchObject({
      method: 'GET',
      path: '/v1/document-verifications',
      headers: { authorization: `Bearer ${API_KEY}`, accept: 'application/json' },
      body: '',
    });
    expect([...(service.requests[0]?.query ?? [])]).toEqual([['externalId', 'a b&c=d+é/?#']]);
  });

  it('accepts an array', async () => {
    const { client } = await start(json([record]));
    expect(await client.documentVerifications.list({ externalId: 'a' })).toEqual({
      data: [record],
    });
  });

  it('accepts an envelope and keeps its other fields', async () => {
    const envelope = { object: 'list', data: [record], hasMore: true, nextCursor: 'c' };
    const { client } = await start(json(envelope));
    expect(await client.documentVerifications.list({ externalId: 'a' })).toEqual(envelope);
  });

  it.each([
    ['an object without data', { records: [] }],
    ['data that is not an array', { data: {} }],
    ['a record that is not an object', ['dv_1']],
    ['a record that is null', { data: [null] }],
    ['a string', 'none'],
    ['null', null],
  ])('%s is malformed', async (_name, body) => {
    const { service, client } = await start(json(body));
    const error = await serviceErrorOf(client.documentVerifications.list({ externalId: 'a' }));
    expect(error).toMatchObject({ code: 'response_malformed', status: 200, attempts: 1 });
    expect(service.requests).toHaveLength(1);
  });

  it('keeps the path of the base URL', async () => {
    const { service } = await start();
    const client = clientFor(`${service.url}/screening/`);
    await client.documentVerifications.list({ externalId: 'a' });
    expect(service.requests[0]?.path).toBe('/screening/v1/document-verifications');
  });

  it('rejects an empty externalId before any request', async () => {
    const { service, client } = await start();
    await expect(client.documentVerifications.list({ externalId: '' })).rejects.toMatchObject({
      input: 'externalId',
    });
    expect(service.requests).toEqual([]);
  });
});

it.each([
  [400, 'invalid_request'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [422, 'invalid_request'],
  [429, 'rate_limited'],
  [500, 'service_failed'],
  [503, 'service_failed'],
])('status %i is %s, with status and request id', async (code, expected) => {
  const { client } = await start(status(code), { retries: 0 });
  const error = await serviceErrorOf(client.documentVerifications.list({ externalId: 'CANARY' }));
  expect(error).toMatchObject({
    name: 'ServiceError',
    code: expected,
    status: code,
    requestId: 'req_7',
    body: '{"code":"made_up"}',
    call: 'GET /v1/document-verifications',
  });
  expect(error.message).toBe(
    `GET /v1/document-verifications: ${expected} (status ${code}, request req_7)`,
  );
});
