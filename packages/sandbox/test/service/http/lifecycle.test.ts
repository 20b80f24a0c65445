import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openApiDocument } from '../../../src/service/http/document.js';
import { type Lifecycle, readOperation, tagged } from '../../../src/service/http/operation.js';
import { Problem } from '../../../src/service/http/problem.js';
import { openStreams, rateLimit } from '../../../src/service/http/rate-limits.js';
import { serveOperations } from '../../../src/service/http/serve-operations.js';
import { CommitSignal } from '../../../src/service/kernel/command.js';
import { sharedService } from '../../support/service.js';

// No operation is deprecated today, so these tests have their own table with one.

const service = sharedService();
const lifecycle = { deprecatedOn: '2026-03-01', sunsetOn: '2027-03-01' };

const table = (of: Lifecycle) =>
  tagged('Account', [
    readOperation({
      id: 'getOldThing',
      path: '/v1/old-thing',
      summary: 'An old thing',
      lifecycle: of,
      input: {},
      returns: z.object({}),
      handle: async () => ({}),
    }),
    readOperation({
      id: 'getThing',
      path: '/v1/thing',
      summary: 'A thing',
      input: {},
      returns: z.object({}),
      handle: async () => ({}),
    }),
  ]);

async function ask(path: string, key: 'known' | 'unknown') {
  const refused = () => Promise.reject(new Error('Nothing is changed.'));
  const app = serveOperations(table(lifecycle), {
    sql: service().sql,
    async authenticate() {
      if (key === 'unknown') throw new Problem('api_key_invalid', 'The key is unknown.');
      return {
        kind: 'key',
        keyId: 'key_1',
        idempotencyOwner: 'key_1',
        keyScope: 'full_access',
        allowedOrigins: [],
        scope: { tenantId: 'ten_1', integrationId: null },
        now: new Date(0),
        tenant: { status: 'active', partner: false },
      };
    },
    runCommand: refused,
    rateLimit: rateLimit('off'),
    log: { async add() {}, async flush() {} },
    nextRequestId: () => 'req_1',
    countAnswer: () => {},
    urls: { origin: '', file: () => '', hosted: () => '' },
    previewEvents: false,
    logsBodies: true,
    streams: openStreams(),
    commits: new CommitSignal(),
    withFault: (_id, answer) => answer(),
    onError(error) {
      throw error;
    },
  });
  const { status, headers } = await app.request(path);
  return [status, headers.get('deprecation'), headers.get('sunset')];
}

describe('every answer of a deprecated operation says so', () => {
  it.each([
    ['known', 200],
    ['unknown', 401],
  ] as const)('to a key that is %s', async (key, status) => {
    expect(await ask('/v1/old-thing', key)).toEqual([
      status,
      `@${Date.UTC(2026, 2, 1) / 1000}`,
      'Mon, 01 Mar 2027 00:00:00 GMT',
    ]);
    expect(await ask('/v1/thing', key)).toEqual([status, null, null]);
  });
});

it('the OpenAPI document has the stage of each operation', () => {
  expect(openApiDocument(table(lifecycle), [], 'http://localhost')).toMatchObject({
    paths: {
      '/v1/old-thing': {
        get: { deprecated: true, 'x-lifecycle': { stage: 'deprecated', ...lifecycle } },
      },
      '/v1/thing': { get: { 'x-lifecycle': { stage: 'active' } } },
    },
  });
});

it.each([
  ['2026-03-01', '2027-02-28'],
  ['2026-03-01', '2026-03-01'],
  ['2026-03-01', 'later'],
  ['soon', '2027-03-01'],
])('an operation that is deprecated on %s cannot end on %s', (deprecatedOn, sunsetOn) => {
  expect(() => table({ deprecatedOn, sunsetOn })).toThrow(
    'getOldThing: sunsetOn must be a day at least 12 months after deprecatedOn.',
  );
});
