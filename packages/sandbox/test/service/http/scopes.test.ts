import { describe, expect, it } from 'vitest';
import { describeApi } from '../../../src/service/operations.js';
import { describedOperations } from '../../support/openapi.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const operations = describedOperations(describeApi());
const forCandidates = operations.filter(({ scopes }) => scopes.includes('candidate_create'));
const others = operations.filter((operation) => !forCandidates.includes(operation));

describe('a candidate key', () => {
  it('may create candidates', () => {
    expect(forCandidates.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/candidates',
    ]);
  });

  it(`is refused by the ${others.length} other operations`, async () => {
    const { call, description } = service();
    const key = description.keys.candidate;
    for (const { method, path } of others) {
      const answer = await call(method, path.replace(/\{\w+\}/, 'x'), undefined, { key });
      expect([method, path, answer.status, answer.body['code']]).toEqual([
        method,
        path,
        403,
        'scope_insufficient',
      ]);
    }
  });
});
