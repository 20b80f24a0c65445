import { createReceiver } from '@screening-webhooks/core';
import { expect, it } from 'vitest';
import { testService } from '../support/service.js';

it('delivers', async () => {
  const seen: unknown[] = [];
  let receiver: { fetch(request: Request): Promise<Response> } | undefined;
  const start = performance.now();
  const service = await testService(
    {},
    {
      deliverTo: async (request) => receiver?.fetch(request) ?? new Response(null, { status: 500 }),
    },
  );
  console.log('start', performance.now() - start);
  const { integrationId, endpoints } = service.description;
  receiver = createReceiver({
    secret: endpoints[0]?.secret ?? '',
    handlers: {
      '*': (event) => {
        seen.push(event);
      },
    },
  });
  const created = await service.call('POST', '/v1/document-verifications', {
    documentConfigSlug: 'rn-license',
    state: 'CA',
    integrationId,
    formData: { licenseNumber: 'SBX-RETRY-1' },
  });
  console.log(created.status, created.body);
  console.log((await service.control('/clock', { advance: '15m' })).body);
  console.log((await service.call('GET', '/v1/webhook-deliveries')).body);
  const got = await service.call(
    'GET',
    `/v1/document-verifications/${created.body.verificationId}`,
  );
  console.log(got.body, seen);
  const reset = performance.now();
  console.log((await service.control('/reset', {})).body);
  console.log('reset', performance.now() - reset);
  const deliveries = await service.call('GET', '/v1/webhook-deliveries');
  expect(deliveries.body.data).toEqual([]);
  console.log(
    (
      await service.call('POST', '/v1/document-verifications', {
        documentConfigSlug: 'nope',
        state: 'California',
        x: 1,
      })
    ).body,
  );
  console.log(JSON.stringify((await fetch(`${service.description.url}/v1/openapi.json`)).status));
});
