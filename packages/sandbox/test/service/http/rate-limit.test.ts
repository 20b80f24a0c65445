import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { rateLimit, tokenBuckets } from '../../../src/service/http/rate-limits.js';
import { addKey } from '../../support/keys.js';
import { problem } from '../../support/problems.js';
import { ownService } from '../../support/service.js';

const service = ownService({ rateLimit: 3 });

it('refuses more requests than a key has, and says when to come back', async () => {
  const answers = [];
  for (let number = 0; number < 4; number += 1) {
    answers.push(await service().call('GET', '/v1/event-types'));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
  expect(answers[0]?.headers.get('x-ratelimit-limit')).toBe('3');
  expect(answers[0]?.headers.get('x-ratelimit-remaining')).toBe('2');
  expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answers[3]?.body).toMatchObject({ code: 'rate_limited' });
});

it('stores no 429 under an Idempotency-Key', async () => {
  const { now } = performance;
  let minutes = 1;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + minutes * 60_000);
  onTestFinished(() => void vi.restoreAllMocks());
  const create = (name: string) =>
    service().call('POST', '/v1/integrations', { name }, { headers: { 'idempotency-key': 'one' } });
  for (let number = 0; number < 3; number += 1) await service().call('GET', '/v1/event-types');
  expect(await create('First')).toMatchObject(problem(429, 'rate_limited'));

  minutes += 1;
  // If the refusal had been stored, another request could not have the key.
  const created = await create('Second');
  expect(created).toMatchObject({ status: 201, body: { name: 'Second' } });
  expect((await create('Second')).headers.get('idempotent-replayed')).toBe('true');
});

it('refuses the eleventh key of a tenant whose others have used up theirs, and no other tenant', async () => {
  const keyOf = (tenantId: string) => addKey(service().sql, { tenantId, integrationId: null });
  const call = (key: string) => service().call('GET', '/v1/event-types', undefined, { key });
  for (let number = 0; number < 10; number += 1) {
    const key = await keyOf('ten_busy');
    for (let count = 0; count < 3; count += 1) expect((await call(key)).status).toBe(200);
  }
  const refused = await call(await keyOf('ten_busy'));
  expect(refused).toMatchObject(problem(429, 'rate_limited'));
  expect(refused.headers.get('x-ratelimit-limit')).toBe('30');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await call(await keyOf('ten_calm'))).status).toBe(200);
});

/** A request with a key. */
const by = (keyId: string, tenantId = 'ten_one') => ({
  keyId,
  scope: { tenantId, integrationId: null },
});

it('counts the requests of each key alone', () => {
  const limit = rateLimit(2);
  limit(by('key_other'));
  limit(by('key_busy'));
  limit(by('key_busy'));
  expect(limit(by('key_other'))).toMatchObject({ 'x-ratelimit-remaining': '0' });
});

describe('a tenant', () => {
  const keys = Array.from({ length: 11 }, (_, number) => `key_${number}`);
  const refused = (call: () => unknown) => {
    try {
      return call();
    } catch (error) {
      return error;
    }
  };
  const tooMany = {
    code: 'rate_limited',
    message: 'More than 20 requests of the tenant a minute. Try again in 3 s.',
    headers: {
      'x-ratelimit-limit': '20',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '60',
      'retry-after': '3',
    },
  };

  it('has ten times as many as a key, and another has its own', () => {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const limit = rateLimit(2);
    const all = keys.slice(0, 10).flatMap((key) => [limit(by(key)), limit(by(key))]);
    expect(all[1]).toEqual({
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '60',
    });
    expect(refused(() => limit(by('key_10')))).toMatchObject(tooMany);
    expect(limit(by('key_of_another', 'ten_two'))).toMatchObject({ 'x-ratelimit-remaining': '1' });
    vi.spyOn(performance, 'now').mockReturnValue(3000);
    // The tenant is nearer to its limit than the key.
    expect(limit(by('key_10'))).toMatchObject({
      'x-ratelimit-limit': '20',
      'x-ratelimit-remaining': '0',
    });
  });

  it('does not pay for what a key of it is refused', () => {
    vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const limit = rateLimit(1);
    limit(by('key_busy'));
    for (let number = 0; number < 20; number += 1) refused(() => limit(by('key_busy')));
    for (const key of keys.slice(0, 9)) limit(by(key));
    expect(() => limit(by('key_10'))).toThrow('of the tenant');
  });
});

it('forgets the buckets that are full again, and no others', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
  const buckets = tokenBuckets(60);
  for (let number = 0; number < 1000; number += 1) buckets.of(`key_${number}`);
  now.mockReturnValue(59_000);
  buckets.of('key_0').tokens = 0;
  now.mockReturnValue(61_000);
  expect([buckets.of('key_0').tokens, buckets.count()]).toEqual([2, 1000]);
  now.mockReturnValue(121_000);
  expect([buckets.of('key_1').tokens, buckets.count()]).toEqual([60, 2]);
});
