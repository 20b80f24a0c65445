import { beforeEach, expect, it } from 'vitest';
import {
  adverseActions,
  apiKeyUsage,
  webhookEndpoints,
} from '../../../src/service/db/schema/index.js';
import { limits } from '../../../src/service/limits/limits.js';
import { act, getAction, openAction } from '../../support/adverse-actions.js';
import { createEndpoint, order } from '../../support/orders.js';
import { recordsOf, sharedService } from '../../support/service.js';

// Lists that grow with what callers do one after the other.

let answer = '';
const service = sharedService(async () => new Response(answer));
// Objects with this text each: so many fit into an answer, and no more.
const large = 'x'.repeat(limits.responseBody.most);
const fitting = Math.floor(limits.pageBytes.most / large.length) - 1;

beforeEach(() => {
  answer = '';
});

it('an endpoint remembers its last addresses', async () => {
  const { most } = limits.formerAddresses;
  const { id } = await createEndpoint(service(), 'http://localhost:9/now');
  const urlHistory = Array.from({ length: most - 1 }, (_, number) => ({
    url: `http://localhost:9/${number}`,
    until: '2026-01-01T00:00:00.000Z',
  }));
  await service().sql.update(webhookEndpoints).set({ urlHistory });
  const move = async (url: string) => {
    const body = await service().send('PATCH', `/v1/webhook-endpoints/${id}`, { url });
    return recordsOf(body['urlHistory']).map((each) => each['url']);
  };
  const full = await move('http://localhost:9/next');
  expect([full.length, full[0], full.at(-1)]).toEqual([
    most,
    'http://localhost:9/0',
    'http://localhost:9/now',
  ]);
  const next = await move('http://localhost:9/last');
  expect([next.length, next[0], next.at(-1)]).toEqual([
    most,
    'http://localhost:9/1',
    'http://localhost:9/next',
  ]);
});

/** Makes a delivery that succeeds, and returns what is shown of it: the count of its attempts, and their numbers. */
async function delivered() {
  await order(service(), {});
  await service().control('/clock', { settle: true });
  const [{ id } = {}] = await service().list('/v1/webhook-deliveries');
  return {
    async shown() {
      const { body } = await service().call('GET', `/v1/webhook-deliveries/${id}`);
      return [body['attemptCount'], recordsOf(body['attempts']).map(({ number }) => number)];
    },
    async replay() {
      await service().send('POST', `/v1/webhook-deliveries/${id}/replay`);
      await service().control('/clock', { settle: true });
    },
  };
}

const upTo = (last: number, many: number) =>
  Array.from({ length: many }, (_, index) => last - many + 1 + index);

it('a delivery shows its last attempts, in order', async () => {
  const { most } = limits.shownAttempts;
  const { shown, replay } = await delivered();
  for (let attempts = 1; attempts < most; attempts += 1) await replay();
  expect(await shown()).toEqual([most, upTo(most, most)]);
  await replay();
  expect(await shown()).toEqual([most + 1, upTo(most + 1, most)]);
});

it('a delivery shows no more attempts than fit into an answer', async () => {
  answer = large;
  const { shown, replay } = await delivered();
  for (let attempts = 1; attempts < fitting; attempts += 1) await replay();
  expect(await shown()).toEqual([fitting, upTo(fitting, fitting)]);
  await replay();
  await replay();
  expect(await shown()).toEqual([fitting + 2, upTo(fitting + 2, fitting)]);
});

it('a sink shows no more requests than fit into an answer', async () => {
  const send = () =>
    fetch(`${service().description.url}/sink/full`, { method: 'POST', body: large });
  for (let number = 0; number < fitting + 2; number += 1) expect((await send()).status).toBe(200);
  const { body } = await service().control('/sinks/full');
  expect(recordsOf(body['requests'])).toHaveLength(fitting);
});

it('the usage of a key has its last days', async () => {
  const { most } = limits.usageDays;
  const [{ id = '' } = {}] = await service().list('/v1/api-keys');
  const day = (number: number) =>
    new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10);
  const days = Array.from({ length: most + 1 }, (_, number) => ({
    keyId: String(id),
    day: day(number),
    operationId: 'getAccount',
    requests: 1,
    errors: 0,
  }));
  await service().sql.insert(apiKeyUsage).values(days);
  const { body } = await service().call('GET', `/v1/api-keys/${id}/usage`);
  const dates = recordsOf(body['byDay']).map(({ date }) => date);
  expect([dates.length, [...dates].sort()]).toEqual([most, dates]);
  expect(dates).not.toContain(day(0));
  expect(Number(body['totalRequests'])).toBeGreaterThan(most);
});

it('an adverse action forgets its oldest reschedulings, and nothing else', async () => {
  const { most } = limits.historyEntries;
  const { id } = await openAction(service());
  const reschedule = () => act(service(), id, 'reschedule', { at: null });
  const history = async () => recordsOf((await getAction(service(), id))['history']);
  const at = (number: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, number)).toISOString();
  const begun = { at: at(0), action: 'pre-notice', by: 'caller' as const };
  const others = Array.from({ length: most - 2 }, (_, number) => ({
    at: at(number + 1),
    action: 'reschedule',
    by: 'caller' as const,
  }));
  await service()
    .sql.update(adverseActions)
    .set({ history: [begun, ...others] });
  await reschedule();
  expect((await history()).slice(0, most - 1)).toEqual([begun, ...others]);
  expect(await history()).toHaveLength(most);
  await reschedule();
  expect((await history()).slice(0, most - 2)).toEqual([begun, ...others.slice(1)]);
  expect(await history()).toHaveLength(most);
  await act(service(), id, 'cancel');
  expect((await history()).at(-1)).toMatchObject({ action: 'cancel' });
});
