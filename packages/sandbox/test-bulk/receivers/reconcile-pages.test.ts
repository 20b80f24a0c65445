import { createClient, reconcile } from '@screening-webhooks/client';
import { createReceiver } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { order } from '../../test/support/orders.js';
import { sharedService } from '../../test/support/service.js';

const VERIFICATIONS = 60;

const service = sharedService(async () => new Response(null, { status: 503 }));

it('every result of one externalId is recovered when its list has several pages', async () => {
  const { control, description, list } = service();
  const ids: string[] = [];
  for (let number = 0; number < VERIFICATIONS; number += 1) {
    ids.push(await order(service(), { externalId: 'many' }));
  }
  // Long enough for five attempts of every delivery.
  await control('/clock', { advance: '30m' });
  expect(await list('/v1/webhook-deliveries?status=failed&limit=100')).toHaveLength(VERIFICATIONS);

  const recovered: string[] = [];
  const receiver = createReceiver({
    secret: description.endpoints[0]?.secret ?? '',
    reconciliation: true,
    observe: false,
    handlers: {
      'document_verification.completed': ({ data }) => void recovered.push(data.verificationId),
    },
  });
  const now = Date.parse(String((await control('/clock')).body['now']));
  const settled: string[] = [];
  const run = () =>
    reconcile({
      client: createClient({ apiKey: description.keys.full, baseUrl: description.url }),
      receiver,
      pending: ['many'],
      requestsPerSecond: 10_000,
      now: () => now,
      onSettled: (externalId) => settled.push(externalId),
    });
  expect(await run()).toMatchObject({ asked: 1, recovered: 1, stillPending: 0, failed: 0 });
  expect(recovered.toSorted()).toEqual(ids.toSorted());
  expect(settled).toEqual(['many']);
  expect(await run()).toMatchObject({ alreadyHandled: 1, recovered: 0 });
});
