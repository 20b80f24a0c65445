import { describe, expect, it } from 'vitest';
import { idempotentAnswers } from '../../../src/service/db/schema/index.js';
import { operations, twoIntegrations } from '../../../test/support/two-integrations.js';
import { whenAnswered } from '../../../test/support/when-answered.js';

const changes = operations.filter(({ method }) => method !== 'GET');
const listed = new Set(
  operations.filter(({ method }) => method === 'GET').map((operation) => operation.path),
);
const headers = { 'idempotency-key': 'one' };
const world = twoIntegrations();

describe(`five equal requests at once have one effect: ${changes.length} operations`, () => {
  const named = changes.map(
    (operation) => [`${operation.method} ${operation.path}`, operation] as const,
  );

  it.each(named)('%s', async (_name, operation) => {
    const { service, partner, requestFor } = world();
    const { method, path } = operation;
    const { path: target, body, headers: types } = await requestFor(operation, partner);
    const creates = method === 'POST' && listed.has(path);
    const count = async () => (creates ? (await service.list(`${path}?limit=100`)).length : 0);
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        whenAnswered(() =>
          service.call(method, target, body, { headers: { ...types, ...headers } }),
        ),
      ),
    );
    const [first] = answers;
    // The first state of the object may forbid an operation. Then all requests are refused, and nothing is remembered.
    if (first?.status === 409) {
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(409));
      return;
    }
    expect([200, 201, 202], first?.text).toContain(first?.status);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    const replayed = answers.filter((answer) => answer.headers.has('idempotent-replayed'));
    expect(replayed).toHaveLength(4);
    expect(await count()).toBe(creates ? before + 1 : before);
  });
});

it('gives a one-time secret again for 24 hours, to who has the Idempotency-Key', async () => {
  const { service } = world();
  const body = { label: 'CI', scope: 'full_access' };
  const first = await service.call('POST', '/v1/api-keys', body, { headers });
  await service.control('/clock', { advance: '23h' });
  const again = await service.call('POST', '/v1/api-keys', body, { headers });
  expect(again.text).toBe(first.text);
  expect(again.body['key']).toMatch(/^bss_full_[0-9A-Za-z]{32}$/);
  await service.control('/clock', { advance: '1h' });
  const later = await service.call('POST', '/v1/api-keys', body, { headers });
  expect(later.body['id']).not.toBe(first.body['id']);
});

it('remembers no refusal: 401, 403, 404, 409, 422', async () => {
  const { service, sql, create } = world();
  const { keys } = service.description;
  const key = await create(keys.full, '/v1/api-keys', { label: 'CI', scope: 'full_access' });
  const revoked = `/v1/api-keys/${key['id']}/revoke`;
  await service.call('POST', revoked);
  const statuses = [
    await service.call('POST', '/v1/api-keys', {}, { headers, key: 'bss_full_wrong' }),
    await service.call('POST', '/v1/api-keys', {}, { headers, key: keys.candidate }),
    await service.call('POST', '/v1/api-keys/key_x/revoke', {}, { headers }),
    await service.call('POST', revoked, {}, { headers }),
    await service.call('POST', '/v1/api-keys', {}, { headers }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([401, 403, 404, 409, 422]);
  expect(await sql.select().from(idempotentAnswers)).toEqual([]);
});
