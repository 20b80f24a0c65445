import { serve } from 'screening-webhooks-test-support/serve';
import { expect, it, vi } from 'vitest';
import { order } from '../test/support/orders.js';
import { problem } from '../test/support/problems.js';
import { sharedService } from '../test/support/service.js';

let deliverTo: (request: Request) => Promise<Response>;
const service = sharedService((request) => deliverTo(request));

// Only ends a hang.
const patience = { timeout: 60_000 };
const letTimePass = () => service().control('/clock', { mode: 'real' });

it('runs work as it falls due', async () => {
  const bodies: string[] = [];
  deliverTo = async (request) => {
    bodies.push(await request.text());
    return new Response(null, { status: 204 });
  };
  await letTimePass();
  await order(service(), {});
  await vi.waitFor(() => expect(bodies).toHaveLength(1), patience);
});

it('an endpoint that never answers has five attempts in flight, and delays no other endpoint', async () => {
  const delivered: string[] = [];
  const hanging: Request[] = [];
  deliverTo = async (request) => {
    hanging.push(request);
    return new Promise(() => {});
  };
  for (let number = 0; number < 30; number += 1) await order(service(), {});
  const other = await service().call('POST', '/v1/integrations', { name: 'Other' });
  const integrationId = String(other.body['id']);
  const { url } = await serve((request, response) => {
    delivered.push(String(request.headers['service-signature']));
    request.resume();
    response.end();
  });
  await service().send('POST', '/v1/webhook-endpoints', { url: `${url}/`, integrationId });
  await order(service(), { integrationId });
  await letTimePass();
  await vi.waitFor(() => expect(delivered).toHaveLength(1), patience);
  // The other 25 wait: none of them was started instead of the delivery to the other endpoint.
  expect(hanging.length).toBeLessThanOrEqual(5);
});

it('six endpoints that never answer do not delay a seventh', async () => {
  const hanging: unknown[] = [];
  const closed: unknown[] = [];
  const delivered: unknown[] = [];
  const { port } = await serve((request, response) => {
    request.resume();
    if (request.url === '/answers') delivered.push(response.end());
    else hanging.push(response.once('close', () => closed.push(response)));
  });
  for (const path of ['/1', '/2', '/3', '/4', '/5', '/6', '/answers']) {
    const { body } = await service().call('POST', '/v1/integrations', { name: path });
    const integrationId = String(body['id']);
    const url = `http://localhost:${port}${path}`;
    await service().call('POST', '/v1/webhook-endpoints', { url, integrationId });
    const orders = path === '/answers' ? 1 : 6;
    for (let number = 0; number < orders; number += 1) await order(service(), { integrationId });
  }
  await letTimePass();
  // In either order: no attempt waits for another endpoint.
  await vi.waitFor(() => {
    expect(delivered).toHaveLength(1);
    expect(hanging.length).toBeGreaterThanOrEqual(20);
  }, patience);
  // Not only after the timeout of the hanging attempts: none of them has ended.
  expect(closed).toEqual([]);
});

it('while the clock is moved, another move is refused and the API answers', async () => {
  const refused = problem(409, 'clock_held');
  const answers: unknown[] = [];
  deliverTo = async () => {
    answers.push(await service().control('/clock', { advance: '1m' }));
    answers.push(await service().control('/reset', {}));
    const { status } = await service().call('GET', '/v1/events');
    return new Response(null, { status });
  };
  await order(service(), {});
  const { body } = await service().control('/clock', { settle: true });
  expect(body).toMatchObject({ deliveries: { succeeded: 1, failed: 0 } });
  expect(answers).toMatchObject([refused, refused]);
});

it('a reset aborts attempts in flight, and their results are void', async () => {
  let started = 0;
  deliverTo = async () => {
    started += 1;
    return new Promise(() => {});
  };
  await letTimePass();
  await order(service(), {});
  await vi.waitFor(() => expect(started).toBe(1), patience);
  expect((await service().control('/reset', {})).status).toBe(200);
  expect(await service().list('/v1/webhook-deliveries')).toEqual([]);
  expect(await service().list('/v1/events')).toEqual([]);
});
