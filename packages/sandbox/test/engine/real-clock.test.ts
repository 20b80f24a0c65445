import { expect, it, vi } from 'vitest';
import { startTestService } from '../support/service.js';

const real = { clock: { mode: 'real' } } as const;

async function verify(
  service: Awaited<ReturnType<typeof startTestService>>,
  integrationId: string,
) {
  return service.call('POST', '/v1/document-verifications', {
    documentConfigSlug: 'rn-license',
    state: 'CA',
    integrationId,
    formData: { licenseNumber: 'RN1234' },
  });
}

it('runs work as it falls due', async () => {
  const bodies: string[] = [];
  const service = await startTestService(real, {
    async deliverTo(request) {
      bodies.push(await request.text());
      return new Response(null, { status: 204 });
    },
  });
  await verify(service, service.description.integrationId);
  await vi.waitFor(() => expect(bodies).toHaveLength(1), { timeout: 60_000 });
  await service.close();
});

it('an endpoint that never answers has five attempts in flight, and delays no other endpoint', async () => {
  const delivered: string[] = [];
  const hanging: Request[] = [];
  const service = await startTestService(real, {
    async deliverTo(request) {
      hanging.push(request);
      return new Promise(() => {});
    },
  });
  const { integrationId } = service.description;
  await service.control('/clock', { mode: 'frozen' });
  for (let number = 0; number < 30; number += 1) await verify(service, integrationId);
  const other = await service.call('POST', '/v1/integrations', { name: 'Other' });
  const receiver = await import('node:http').then(({ createServer }) =>
    createServer((request, response) => {
      delivered.push(String(request.headers['service-signature']));
      request.resume();
      response.end();
    }),
  );
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await service.call('POST', '/v1/webhook-endpoints', {
    url: `http://localhost:${port}/`,
    integrationId: other.body['id'],
  });
  await verify(service, String(other.body['id']));
  await service.control('/clock', { mode: 'real' });
  await vi.waitFor(() => expect(delivered).toHaveLength(1), { timeout: 60_000 });
  // The other 25 wait: none of them was started in place of the delivery to the other endpoint.
  expect(hanging.length).toBeLessThanOrEqual(5);
  await service.close();
  receiver.close();
});

it('while the clock is moved, another move is refused and the API answers', async () => {
  const service = await startTestService(
    {},
    {
      async deliverTo() {
        const nested = await service.control('/clock', { advance: '1m' });
        const reset = await service.control('/reset', {});
        expect(reset).toMatchObject({ status: 409, body: { code: 'clock_held' } });
        const answered = await service.call('GET', '/v1/events');
        expect(nested).toMatchObject({ status: 409, body: { code: 'clock_held' } });
        return new Response(null, { status: answered.status });
      },
    },
  );
  await verify(service, service.description.integrationId);
  const { body } = await service.control('/clock', { settle: true });
  expect(body).toMatchObject({ deliveries: { succeeded: 1, failed: 0 } });
  await service.close();
});

it('a reset aborts attempts in flight, and their results are void', async () => {
  let started = 0;
  const service = await startTestService(real, {
    async deliverTo() {
      started += 1;
      return new Promise(() => {});
    },
  });
  await verify(service, service.description.integrationId);
  await vi.waitFor(() => expect(started).toBe(1), { timeout: 60_000 });
  expect((await service.control('/reset', {})).status).toBe(200);
  expect(await service.list('/v1/webhook-deliveries')).toEqual([]);
  expect(await service.list('/v1/events')).toEqual([]);
  await service.close();
});
