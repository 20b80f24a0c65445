import { expect, it } from 'vitest';
import { describeApi } from '../../../src/service/operations.js';
import { describedOperations } from '../../support/openapi.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const wide = describedOperations(describeApi()).filter(({ tenantWide }) => tenantWide);

it('a few operations change the objects that the integrations of a tenant share', () => {
  expect(wide.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'DELETE /v1/packages/{id}',
    'DELETE /v1/roles/{id}',
    'PATCH /v1/account',
    'PATCH /v1/document-configs/{slug}',
    'PATCH /v1/packages/{id}',
    'PATCH /v1/roles/{id}',
    'POST /v1/document-configs',
    'POST /v1/integrations',
    'POST /v1/packages',
    'POST /v1/roles',
  ]);
});

it('a key of one integration reads it, and is refused by all of them', async () => {
  const { call, send, description } = service();
  const { integrationId } = description;
  const bound = await send('POST', '/v1/api-keys', {
    label: 'a',
    scope: 'full_access',
    integrationId,
  });
  const key = String(bound['key']);
  for (const { method, path } of wide) {
    const answer = await call(method, path.replace(/\{\w+\}/, 'x'), {}, { key });
    expect([method, path, answer.status, answer.body['code']]).toEqual([
      method,
      path,
      403,
      'scope_insufficient',
    ]);
  }
  for (const path of ['/v1/document-configs', '/v1/packages', '/v1/roles', '/v1/account']) {
    expect((await call('GET', path, undefined, { key })).status).toBe(200);
  }
});
