import { expect, it } from 'vitest';
import { deliveryOf, order } from '../../../../support/orders.js';
import { sharedService } from '../../../../support/service.js';

const service = sharedService(async () => {
  const [endpoint] = service().description.endpoints;
  await service().send('POST', `/v1/webhook-endpoints/${endpoint?.id}/pause`);
  return new Response(null, { status: 500 });
});

it('a delivery whose endpoint is paused during an attempt that fails is held', async () => {
  const id = await order(service(), {});
  await service().control('/clock', { settle: true });
  expect(await deliveryOf(service(), id)).toMatchObject({
    delivery: { status: 'held', nextAttemptAt: null },
    attempts: [{ state: 'failed' }],
  });
});
