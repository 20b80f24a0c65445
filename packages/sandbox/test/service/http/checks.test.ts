import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { describeApi } from '../../../src/service/operations.js';
import { describedOperations } from '../../support/openapi.js';
import { invalid, problem } from '../../support/problems.js';
import { sharedService } from '../../support/service.js';
import { whenAnswered } from '../../support/when-answered.js';

const service = sharedService();
// Only ends a hang.
const patience = { timeout: 60_000 };
const path = '/v1/document-verifications';
const valid = () => ({
  documentConfigSlug: 'rn-license',
  state: 'CA',
  integrationId: service().description.integrationId,
  formData: { licenseNumber: 'RN1234' },
});

describe('the order of the checks', () => {
  const bad = {
    key: 'bss_full_wrong',
    headers: { 'idempotency-key': '', 'content-type': 'text/plain' },
  };

  it('route, then key, then scope, then body', async () => {
    const { call, description } = service();
    expect(await call('POST', '/v1/nothing', '{', bad)).toMatchObject(
      problem(404, 'route_not_found'),
    );
    expect(await call('PUT', path, '{', bad)).toMatchObject(problem(405, 'method_not_allowed'));
    expect(await call('POST', path, '{', bad)).toMatchObject(problem(401, 'api_key_invalid'));
    const candidate = { ...bad, key: description.keys.candidate };
    expect(await call('POST', path, '{', candidate)).toMatchObject(
      problem(403, 'scope_insufficient'),
    );
    const { headers } = bad;
    expect(await call('POST', path, '{', { headers })).toMatchObject(
      problem(400, 'idempotency_key_invalid'),
    );
    expect(
      await call('POST', path, '{', { headers: { 'content-type': 'text/plain' } }),
    ).toMatchObject(problem(415, 'content_type_unsupported'));
    expect(await call('POST', path, '{')).toMatchObject(problem(400, 'malformed_json'));
    expect(await call('POST', path, {})).toMatchObject(problem(422, 'validation_failed'));
  });

  it('names the methods of a path', async () => {
    const { headers } = await service().call('DELETE', path);
    expect(headers.get('allow')).toBe('GET, POST');
  });

  it('asks for a key', async () => {
    const { headers, status, body } = await service().call('GET', path, undefined, {
      headers: { authorization: '' },
    });
    expect([status, body['code'], headers.get('www-authenticate')]).toEqual([
      401,
      'api_key_missing',
      'Bearer',
    ]);
  });
});

describe('a problem document', () => {
  it('names every field of a wrong body', async () => {
    const body = { ...valid(), state: 'California', formData: 7, metadata: null, nope: 1, more: 2 };
    const answer = await service().call('POST', path, body);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.body).toEqual({
      type: 'https://sandbox.local/problems/validation_failed',
      title: 'Validation failed',
      status: 422,
      code: 'validation_failed',
      detail: expect.stringContaining('state: must be the postal code of a state'),
      requestId: answer.headers.get('service-request-id'),
      errors: expect.any(Array),
    });
    const errors = Object(answer.body['errors']);
    expect(errors.map(({ param }: { param: string }) => param).sort()).toEqual([
      'formData',
      'metadata',
      'more',
      'nope',
      'state',
    ]);
  });

  it.each([
    ['?nope=1', 'parameter_unknown', 'nope'],
    ['?limit=0', 'parameter_invalid', 'limit'],
    ['?limit=ten', 'parameter_invalid', 'limit'],
    ['?limit=', 'parameter_invalid', 'limit'],
    ['?limit=0x10', 'parameter_invalid', 'limit'],
    ['?limit=1e1', 'parameter_invalid', 'limit'],
    ['?limit=1&limit=2', 'parameter_invalid', 'limit'],
    ['?status=DONE', 'parameter_invalid', 'status'],
  ])('names a wrong parameter: %s', async (query, code, param) => {
    const { status, body } = await service().call('GET', `${path}${query}`);
    expect([status, body['code']]).toEqual([400, code]);
    expect(body['errors']).toMatchObject([{ param }]);
  });

  it.each<[string, string, object | undefined, { readonly facts: object }]>([
    ['GET', `${path}?limit=101`, undefined, { facts: { most: 100, unit: 'number' } }],
    ['GET', `${path}?nope=1`, undefined, { facts: { what: 'parameter' } }],
    ['POST', path, { nope: 1 }, { facts: { what: 'field' } }],
    ['POST', path, { formData: 7 }, { facts: { expected: 'object' } }],
    ['POST', path, { externalId: '' }, { facts: { least: 1, unit: 'characters' } }],
    ['POST', path, { state: 'ZZ' }, { facts: { form: 'state' } }],
    ['POST', '/v1/candidates', { dateOfBirth: '1850-01-01' }, { facts: { form: 'date_of_birth' } }],
    ['POST', '/v1/candidates', { email: 'no' }, { facts: { form: 'email' } }],
    ['POST', path, { metadata: { note: 'x'.repeat(501) } }, { facts: { most: 500, of: 'value' } }],
    ['PATCH', '/v1/account', { timeZone: 'in_progress-x' }, { facts: { form: 'time_zone' } }],
  ])('says what it knows of a fault: %s %s %j', async (method, at, body, { facts }) => {
    const answer = await service().call(method, at, body);
    expect(answer.body['errors']).toContainEqual(
      expect.objectContaining({ facts: expect.objectContaining(facts) }),
    );
  });

  it.each(['roleId', 'in_progress-x', 'lab/v1/site\\d'])(
    'names an object that is not there as it was asked for: %s',
    async (id) => {
      const { body } = await service().call('GET', `/v1/candidates/${encodeURIComponent(id)}`);
      expect(body).toMatchObject({ code: 'resource_not_found', facts: { what: 'candidate', id } });
    },
  );

  it('has the pattern of a field as it was sent', async () => {
    const pattern = 'cardId-\\d{4}';
    const fields = [{ key: 'number', required: true, pattern }];
    const config = { slug: 'card', name: 'Card', checkTypeSlug: 'license-verification' };
    await service().send('POST', '/v1/document-configs', { ...config, states: ['*'], fields });
    const order = { ...valid(), documentConfigSlug: 'card', formData: { number: '?' } };
    const { body } = await service().call('POST', path, order);
    expect(body['errors']).toMatchObject([
      { param: 'formData.number', facts: { form: 'pattern', pattern } },
    ]);
  });

  it('says which state forbids an action, and which ones allow it', async () => {
    const { verificationId } = await service().send('POST', path, valid());
    const cancel = `${path}/${verificationId}/cancel`;
    await service().send('POST', cancel);
    expect((await service().call('POST', cancel)).body).toMatchObject({
      code: 'state_conflict',
      reason: 'status',
      facts: { action: 'cancel', allowed: expect.arrayContaining(['PENDING']) },
      currentStatus: 'CANCELED',
    });
  });

  it.each<[string, string, object | undefined, string]>([
    ['GET', `${path}?limit=101`, undefined, 'limit: must be at most 100'],
    ['GET', `${path}?limit=0`, undefined, 'limit: must be at least 1'],
    ['GET', `${path}?status=DONE`, undefined, 'status: must be one of PENDING, '],
    ['GET', `${path}?externalId=${'x'.repeat(256)}`, undefined, 'at most 255 characters'],
    ['POST', path, { formData: 7 }, 'formData: must be an object'],
    ['POST', path, { fileIds: 7 }, 'fileIds: must be a list'],
    ['POST', path, { externalId: 7 }, 'externalId: must be a text'],
    ['POST', path, { externalId: '' }, 'externalId: must have at least 1 character'],
    ['POST', path, { documentConfigSlug: 'A B' }, 'documentConfigSlug: must match /'],
    ['POST', path, {}, 'documentConfigSlug: is missing'],
    ['POST', '/v1/webhook-endpoints', { url: 7 }, 'url: must be a text'],
  ])('in words of its own: %s %s %j', async (method, at, body, words) => {
    const { text } = await service().call(method, at, body);
    expect(text).toContain(words);
    expect(text).not.toMatch(/Too (?:big|small)|Invalid (?:input|option|string)|received/);
  });

  const operations = describedOperations(describeApi());
  it('names an unknown parameter, of whichever operation', async () => {
    for (const { method, path: template, bodies } of operations.filter((one) => !one.partner)) {
      const url = `${template.replace(/\{\w+\}/g, 'x')}?unexpected=1`;
      const body = 'multipart/form-data' in bodies ? new FormData() : {};
      const answer = await service().call(method, url, method === 'GET' ? undefined : body);
      expect([method, template, answer.status, answer.body]).toMatchObject([
        method,
        template,
        400,
        { code: 'parameter_unknown', errors: [{ param: 'unexpected' }] },
      ]);
    }
  });

  const lists = operations.filter((list) => !list.path.includes('{'));
  const times = lists.flatMap(({ path: of, parameters }) =>
    parameters
      .filter(({ schema }) => Object(schema).format === 'date-time')
      .map(({ name }) => `${of}?${name}`),
  );
  it.each(times)('refuses a time that the database does not take: %s', async (parameter) => {
    const { call } = service();
    for (const time of [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00%2B23:59',
      '9999-12-31T23:59:59-23:59',
      '2026-01-01',
    ]) {
      const { status, body } = await call('GET', `${parameter}=${time}`);
      expect([status, body['code']], time).toEqual([400, 'parameter_invalid']);
      expect(body['errors'], time).toHaveLength(1);
    }
    const { body } = await call('GET', `${parameter}=2026-01-01T00:00:00+02:00`);
    expect(body['detail']).toMatch(/In a query, \+ is a space: write %2B for it$/);
    expect(body['errors']).toHaveLength(1);
    expect(await call('GET', `${parameter}=2026-01-01T00:00:00%2B02:00`)).toMatchObject({
      status: 200,
    });
    for (const time of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']) {
      expect(await call('GET', `${parameter}=${time}`), time).toMatchObject({ status: 200 });
    }
  });

  it('tells a missing field from one of a wrong type', async () => {
    const { integrationId } = service().description;
    const codes = async (body: object) => {
      const answer = await service().call('POST', '/v1/webhook-endpoints', body);
      return Object(answer.body['errors']).map((error: object) => Object.values(error).slice(0, 2));
    };
    expect(await codes({ integrationId })).toEqual([['url', 'required']]);
    const wrong = { url: null, eventTypes: [7, null], retryPolicy: { maxAttempts: '5' } };
    expect(await codes({ integrationId, ...wrong })).toEqual([
      ['url', 'invalid_type'],
      ['eventTypes.0', 'invalid_type'],
      ['eventTypes.1', 'invalid_type'],
      ['retryPolicy.maxAttempts', 'invalid_type'],
    ]);
    const { body } = await service().call('POST', '/v1/api-keys', { label: 'CI' });
    expect(body['errors']).toMatchObject([{ param: 'scope', code: 'required' }]);
  });

  it('refuses U+0000, which the database cannot keep, but in fields that are kept as JSON', async () => {
    const { call } = service();
    expect(await call('GET', `${path}?externalId=%00`)).toMatchObject({
      status: 400,
      body: { errors: [{ param: 'externalId', code: 'invalid_characters' }] },
    });
    expect(await call('GET', `${path}/%00`)).toMatchObject({ status: 400 });
    expect(await call('POST', path, { ...valid(), externalId: 'a\0' })).toMatchObject(
      invalid({ param: 'externalId', code: 'invalid_characters' }),
    );
    const metadata = { note: 'a\0b' };
    const { status, body } = await call('POST', path, { ...valid(), metadata });
    expect([status, body['metadata']]).toEqual([201, metadata]);
    await service().control('/clock', { settle: true });
    const { body: event } = await call('GET', '/v1/events');
    expect(event['data']).toMatchObject([{ data: { metadata } }]);
  });

  it.each([
    ['{"state": "CA", "__proto__": {"a": 1}}', '__proto__'],
    ['{"metadata": {"__proto__": 1}}', 'metadata.__proto__'],
    ['{"formData": {"list": [{"__proto__": 1}]}}', 'formData.list.0.__proto__'],
  ])('names a key that it cannot keep: %s', async (text, param) => {
    const { status, body } = await service().call('POST', path, text);
    expect(status).toBe(422);
    expect(body['errors']).toContainEqual(expect.objectContaining({ param, code: 'invalid_key' }));
  });

  it.each([
    ['arrays', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', `${'{"formData":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['65 levels', '['.repeat(66) + ']'.repeat(66)],
  ])('refuses a body that is nested too deep: %s', async (_what, text) => {
    const answer = await service().call('POST', path, text);
    expect(answer).toMatchObject(problem(400, 'malformed_json'));
  });

  it('refuses a body where none is taken, but an empty object', async () => {
    const { body: made } = await service().call('POST', path, { ...valid(), formData: {} });
    const cancel = `${path}/${made['verificationId']}/cancel`;
    expect(await service().call('POST', cancel, { reason: 'mistake' })).toMatchObject({
      status: 422,
      body: { detail: 'This operation takes no body.' },
    });
    expect(await service().call('POST', cancel, {})).toMatchObject({ status: 200 });
  });

  it('takes no body for a body without fields', async () => {
    const formData = { licenseNumber: 'RN1234' };
    const { body: session } = await service().call('POST', '/v1/verification-sessions');
    expect(session).toMatchObject({
      code: 'validation_failed',
      errors: [{ param: 'integrationId' }],
    });
    const { body } = await service().call('POST', path, { ...valid(), formData });
    expect(await service().call('POST', `${path}/${body['verificationId']}/submit`)).toMatchObject({
      status: 409,
    });
  });

  it.each(['gzip', 'br', 'GZIP', 'x', 'gzip, identity'])(
    'refuses a body that is encoded, and tells the cure: %s',
    async (encoding) => {
      const { call, description } = service();
      const headers = { 'content-encoding': encoding };
      const { full: key } = description.keys;
      const control = { key: description.controlToken, headers };
      for (const answer of [
        await call('POST', path, valid(), { key, headers }),
        await call('POST', '/v1/files', new FormData(), { key, headers }),
        await call('POST', '/_sandbox/clock', { settle: true }, control),
      ]) {
        expect(answer).toMatchObject(problem(415, 'content_encoding_unsupported'));
        expect(answer.headers.get('accept-encoding')).toBe('identity');
        expect(answer.body['detail']).toMatch(/Send it uncompressed/);
      }
    },
  );

  it('accepts a body with the encoding identity', async () => {
    for (const encoding of ['identity', ' Identity ', '']) {
      const headers = { 'content-encoding': encoding };
      expect(await service().call('POST', path, valid(), { headers })).toMatchObject({
        status: 201,
      });
    }
  });

  it('refuses a body that is too large, with and without a length', async () => {
    const text = JSON.stringify({ ...valid(), externalId: 'x'.repeat(1_048_576) });
    expect(await service().call('POST', path, text)).toMatchObject({ status: 413 });
  });
});

describe('an object of somebody else', () => {
  it('is not found', async () => {
    const { call } = service();
    for (const other of [
      '/v1/document-verifications/dv_x',
      '/v1/events/evt_x',
      '/v1/integrations/int_x',
    ]) {
      expect(await call('GET', other)).toMatchObject(problem(404, 'resource_not_found'));
    }
    const body = { ...valid(), integrationId: 'int_x' };
    expect(await call('POST', path, body)).toMatchObject({ status: 404 });
  });
});

describe('Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'order-1' };

  it('repeats the answer', async () => {
    const first = await service().call('POST', path, valid(), { headers });
    const second = await service().call('POST', path, valid(), { headers });
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(201);
    expect([first, second].map((answer) => answer.headers.get('idempotent-replayed'))).toEqual([
      null,
      'true',
    ]);
    expect(await service().list(path)).toHaveLength(1);
  });

  it('50 equal requests at once have one effect', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        whenAnswered(() => service().call('POST', path, valid(), { headers })),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await service().list(path)).toHaveLength(1);
  });

  it('refuses another request with the key', async () => {
    await service().call('POST', path, valid(), { headers });
    const other = await service().call('POST', path, { ...valid(), state: 'NY' }, { headers });
    expect(other).toMatchObject(problem(422, 'idempotency_key_reused'));
  });

  it('remembers no refusal', async () => {
    const refused = { ...valid(), state: 'x' };
    expect(await service().call('POST', path, refused, { headers })).toMatchObject({ status: 422 });
    expect(await service().call('POST', path, valid(), { headers })).toMatchObject({ status: 201 });
  });

  it('is forgotten after 24 hours of virtual time', async () => {
    const first = await service().call('POST', path, valid(), { headers });
    await service().control('/clock', { advance: '24h' });
    const second = await service().call('POST', path, { ...valid(), state: 'NY' }, { headers });
    expect(second.status).toBe(201);
    expect(second.text).not.toBe(first.text);
  });
});

describe('a list', () => {
  it('has pages, newest first, that new objects do not shift', async () => {
    const { call } = service();
    const ids: unknown[] = [];
    for (let number = 0; number < 5; number += 1) {
      ids.unshift((await call('POST', path, valid())).body['verificationId']);
    }
    const seen: unknown[] = [];
    let query = '?limit=2';
    for (let pages = 0; pages < 5; pages += 1) {
      const { body } = await call('GET', `${path}${query}`);
      seen.push(
        ...Object(body['data']).map((record: Record<string, unknown>) => record['verificationId']),
      );
      if (!body['hasMore']) break;
      if (pages === 0) await call('POST', path, valid());
      query = `?limit=2&cursor=${body['nextCursor']}`;
    }
    expect(seen).toEqual(ids);
  });

  it('refuses a cursor of another list', async () => {
    const { call } = service();
    await call('POST', path, valid());
    await call('POST', path, valid());
    const { body } = await call('GET', `${path}?limit=1`);
    const cursor = body['nextCursor'];
    expect(await call('GET', `${path}?limit=1&externalId=a&cursor=${cursor}`)).toMatchObject(
      problem(400, 'cursor_invalid'),
    );
    expect(await call('GET', `${path}?cursor=nonsense`)).toMatchObject({ status: 400 });
  });
});

describe('every answer', () => {
  it('has an id under which the request is found', async () => {
    const { call } = service();
    const { headers } = await call('GET', `${path}?limit=0`);
    const id = headers.get('service-request-id');
    expect((await call('GET', `/v1/api-requests/${id}`)).body).toMatchObject({
      id,
      method: 'GET',
      path,
      operationId: 'listDocumentVerifications',
      status: 400,
      code: 'parameter_invalid',
    });
  });

  it('is logged also when the client has gone, and the service reports no failure', async () => {
    const { call, list, failed, description } = service();
    const socket = connect(Number(new URL(description.url).port), '127.0.0.1');
    socket.write(
      `POST /v1/api-keys HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${description.keys.full}\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.destroy();
    await vi.waitFor(async () => {
      const requests = await list('/v1/api-requests');
      expect(requests).toContainEqual(expect.objectContaining({ operationId: 'createApiKey' }));
    }, patience);
    await failed();
    expect((await call('GET', '/v1/api-keys')).status).toBe(200);
  });

  it('is refused for another host name', async () => {
    const { url } = service().description;
    const status = await new Promise((resolve, reject) => {
      const request = get(
        `${url}/v1/openapi.json`,
        { headers: { host: 'rebound.example' } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      request.on('error', reject);
    });
    expect(status).toBe(421);
    expect((await fetch(`${url}/v1/openapi.json`)).status).toBe(200);
  });
});
