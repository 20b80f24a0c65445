import { expect, it, onTestFinished } from 'vitest';
import { operations } from '../../../src/service/operations.js';
import { parseMetrics } from '../../support/parse-metrics.js';
import { startTestService, type TestService } from '../../support/service.js';

const metricsToken = 'a-token-of-the-metrics-alone';

async function start(status = 503): Promise<TestService> {
  const service = await startTestService(
    { metricsToken, forwardTo: 'http://localhost:3000/hooks' },
    { deliverTo: async () => new Response(null, { status }) },
  );
  onTestFinished(() => service.close());
  return service;
}

async function scrape(service: TestService) {
  const { status, headers, text } = await service.call('GET', '/metrics', undefined, {
    key: metricsToken,
    // Scrapers send an IP address as the host.
    headers: { host: '10.1.2.3:4010' },
  });
  expect([status, headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return parseMetrics(text);
}

it('asks for the control token or the one of the metrics', async () => {
  const service = await start();
  const { keys, controlToken } = service.description;
  const statusOf = async (key: string) =>
    (await service.call('GET', '/metrics', undefined, { key })).status;
  expect(await statusOf(metricsToken)).toBe(200);
  expect(await statusOf(controlToken)).toBe(200);
  for (const key of ['', 'x', keys.full, `${metricsToken}x`]) expect(await statusOf(key)).toBe(401);
  const { status } = await service.call('GET', '/_sandbox/clock', undefined, { key: metricsToken });
  expect(status).toBe(401);
});

it('takes no token but the control token, unless another one is set', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  for (const key of ['', 'undefined']) {
    expect((await service.call('GET', '/metrics', undefined, { key })).status).toBe(401);
  }
});

it('counts requests, attempts and deliveries, and reads the state of the engine', async () => {
  const service = await start();
  await service.call('GET', '/v1/events');
  await service.call('GET', '/v1/events');
  await service.call('GET', '/v1/events/evt_nobody');
  await service.call('GET', '/v1/nothing-has-this-path');
  await service.control('/trigger', { type: 'document_verification.completed' });
  await service.control('/clock', { settle: true });
  const samples = await scrape(service);
  const values = Object.fromEntries(
    samples.map(({ name, labels, value }) => [
      [name.replace('screening_sandbox_', ''), ...Object.values(labels)].join(' '),
      value,
    ]),
  );
  expect(values).toEqual({
    'requests_total listEvents 2xx': 2,
    'requests_total getEvent 4xx': 1,
    'requests_total none 4xx': 1,
    'attempts_total succeeded': 0,
    'attempts_total failed': 1,
    'attempts_total interrupted': 0,
    'deliveries_total succeeded': 0,
    'deliveries_total failed': 0,
    'deliveries_total retrying': 1,
    open_streams: 0,
    uptime_seconds: expect.any(Number),
    database_up: 1,
    // The clock is frozen, so nothing is due.
    jobs_due: 0,
    jobs_parked: 0,
    engine_lag_seconds: 0,
    database_bytes: expect.any(Number),
  });
  expect(values['database_bytes']).toBeGreaterThan(1_000_000);
});

it('has labels of closed lists only, whatever is called', async () => {
  const service = await start(200);
  const ids = operations({
    allowNet: [],
    publicUrl: undefined,
    ownPorts: [],
    isForOthers: false,
  }).map(({ id }) => id);
  for (const path of ['/v1/a"b', '/v1/events/%7B%22%0A', '/v1/x%5C', '/v1/reports/rep_1?a=b']) {
    for (const method of ['GET', 'POST', 'PURGE']) await service.call(method, path);
  }
  const statuses = ['2xx', '3xx', '4xx', '5xx'];
  const outcomes = ['succeeded', 'failed', 'interrupted', 'retrying', 'held', 'canceled'];
  for (const { labels } of await scrape(service)) {
    for (const [label, value] of Object.entries(labels)) {
      const known = { operation: [...ids, 'none'], status: [...statuses, ...outcomes] };
      expect(label === 'outcome' ? outcomes : known[label as keyof typeof known]).toContain(value);
    }
  }
});
