import { expect, it, onTestFinished, vi } from 'vitest';
import { rateLimit } from '../../../src/service/http/rate-limits.js';
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

it('counts the requests of each key alone', () => {
  const limit = rateLimit(2);
  limit('key_other');
  limit('key_busy');
  limit('key_busy');
  expect(limit('key_other')).toMatchObject({ 'x-ratelimit-remaining': '0' });
});
