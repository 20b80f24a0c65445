import { expect, it } from 'vitest';
import { ownService } from '../support/service.js';

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
