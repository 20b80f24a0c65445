import { expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '../../../src/service/operations.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const table = operations({ allowNet: [], ownPorts: [] });

it('an operation says that its answer has a secret, where its schema has one', () => {
  const withSecret = table.filter(({ returns }) => {
    const properties = returns instanceof z.ZodObject ? Object.keys(returns.shape) : [];
    return properties.some((name) => ['key', 'secret', 'secretKey'].includes(name));
  });
  expect(withSecret.length).toBeGreaterThan(3);
  expect(table.filter(({ secret }) => secret)).toEqual(withSecret);
});

it('no cache keeps such an answer', async () => {
  const { call, control, description } = service();
  const created = await call('POST', '/v1/webhook-endpoints', {
    url: 'http://localhost:9/',
    integrationId: description.integrationId,
  });
  for (const { status, headers } of [
    created,
    await call('GET', `/v1/webhook-endpoints/${created.body['id']}/secret`),
    await control('/login-links', {}),
  ]) {
    expect(status).toBeLessThan(300);
    expect(headers.get('cache-control')).toBe('no-store');
  }
  expect((await call('GET', '/v1/candidates')).headers.get('cache-control')).toBeNull();
});
