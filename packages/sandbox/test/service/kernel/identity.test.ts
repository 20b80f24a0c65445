import { expect, it } from 'vitest';
import { order } from '../../support/orders.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

it('the same calls after a reset give the same ids, keys and secrets', async () => {
  const made = async () => [
    await order(service(), {}),
    (await service().send('POST', '/v1/api-keys', { label: 'Test', scope: 'full_access' }))['key'],
    (
      await service().send('POST', '/v1/webhook-endpoints', {
        url: 'http://localhost:3000/',
        integrationId: service().description.integrationId,
      })
    )['secret'],
  ];
  const first = await made();
  await service().control('/reset', {});
  expect(await made()).toEqual(first);
});
