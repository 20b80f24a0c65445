import { sql as raw, type SQL } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import {
  adverseActions,
  apiKeyUsage,
  webhookEndpoints,
} from '../../../src/service/db/schema/index.js';
import { limits } from '../../../src/service/limits/limits.js';
import { act, getAction, openAction } from '../../support/adverse-actions.js';
import { createEndpoint, order } from '../../support/orders.js';
import { problem } from '../../support/problems.js';
import { provision } from '../../support/provision.js';
import { recordsOf, sharedService } from '../../support/service.js';

// Lists that grow with each call.

let answer = '';
const service = sharedService(async () => new Response(answer));
// The number of objects with this text that fit into an answer.
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

/** Makes a delivery that succeeds, and returns a reader of its attempt count and attempt numbers. */
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

/** A kind of object with a maximum number for each tenant. */
interface Bounded {
  readonly kind: string;
  /** The number that a new tenant has. */
  readonly has: number;
  readonly most: number;
  /** The text of the refusal. */
  readonly says: string;
  /** Stores `many` objects that count, and some that do not. */
  readonly insert: (tenantId: string, many: number) => SQL;
  readonly path: string;
  readonly body: unknown;
  /** The request that frees the place of an object. */
  readonly free: (id: string) => readonly [method: string, path: string];
  /** The body of a change of an object. */
  readonly change?: Readonly<Record<string, unknown>>;
}

const roster =
  'first_name,last_name,email,role,work_state\nAna,Lopez,ana@example.com,registered-nurse,CA\n';

const bounded: readonly Bounded[] = [
  {
    kind: 'webhook endpoints',
    has: 0,
    most: limits.webhookEndpoints.most,
    says: 'The tenant has 2,000 webhook endpoints. Delete one first.',
    insert: (tenantId, many) =>
      raw`insert into webhook_endpoints (id, tenant_id, url, event_types, retry_policy, paused, secret, in_process, created_at, updated_at, deleted_at)
        select 'we_' || number, ${tenantId}, 'http://localhost:9/', '{}', '{}', false, '', false, now(), now(), case when number = 0 then now() end
        from generate_series(0, ${many}::int) as number`,
    path: '/v1/webhook-endpoints',
    body: { owner: 'account', url: 'http://localhost:9/' },
    free: (id) => ['DELETE', `/v1/webhook-endpoints/${id}`],
    change: { description: 'One of many' },
  },
  {
    kind: 'API keys',
    has: 1,
    most: limits.liveKeys.most,
    says: 'The tenant has 1,000 API keys that are not revoked. Revoke one first.',
    insert: (tenantId, many) =>
      raw`insert into api_keys (id, tenant_id, scope, label, hash, prefix, last4, created_at, updated_at, revoked_at)
        select 'key_' || number, ${tenantId}, 'full_access', 'Test', number, '', '', now(), now(), case when number = 0 then now() end
        from generate_series(0, ${many}::int) as number`,
    path: '/v1/api-keys',
    body: { scope: 'full_access', label: 'One more' },
    free: (id) => ['POST', `/v1/api-keys/${id}/revoke`],
    change: { label: 'One of many' },
  },
  {
    kind: 'integrations',
    has: 1,
    most: limits.activeIntegrations.most,
    says: 'The tenant has 500 integrations that are not archived. Archive one first.',
    insert: (tenantId, many) =>
      raw`insert into integrations (id, tenant_id, name, slug, status, created_at, updated_at)
        select 'int_' || number, ${tenantId}, 'Test', 'test-' || number, case number when 0 then 'archived' else 'active' end, now(), now()
        from generate_series(0, ${many}::int) as number`,
    path: '/v1/integrations',
    body: { name: 'One more' },
    free: (id) => ['DELETE', `/v1/integrations/${id}`],
    change: { name: 'One of many' },
  },
  {
    kind: 'open imports',
    has: 0,
    most: limits.openImports.most,
    says: 'The tenant has 10 open imports. Commit one first.',
    insert: (tenantId, many) =>
      raw`insert into bulk_imports (id, tenant_id, file_name, status, row_count, valid_count, pending_count, missing_count, file_issues, created_at, updated_at)
        select 'imp_' || number, ${tenantId}, 'roster.csv',
          (array['rejected', 'committed', 'validating', 'validated', 'committing'])[case when number < 2 then number else 2 + number % 3 end + 1],
          0, 0, 0, 0, '[]', now(), now()
        from generate_series(0, ${many}::int + 1) as number`,
    path: '/v1/bulk-imports',
    body: new Blob([roster], { type: 'text/csv' }),
    free: (id) => ['POST', `/v1/bulk-imports/${id}/commit`],
  },
];

/** Provisions a tenant with `many` objects of a kind. */
async function tenantWith(many: number, { has, insert, path, body, free }: Bounded) {
  const { tenantId, key } = await provision(service());
  await service().sql.execute(insert(tenantId, many - has));
  const call = (method: string, url: string, sent?: unknown) =>
    service().call(method, url, sent, { key });
  return {
    call,
    create: () => call('POST', path, body),
    async free(id: unknown) {
      await service().control('/clock', { settle: true });
      expect((await call(...free(String(id)))).status).toBeLessThan(300);
      await service().control('/clock', { settle: true });
    },
  };
}

const full = ({ says }: Bounded) => problem(409, 'state_conflict', { detail: says });

it.each(bounded)('a tenant has so many $kind, until there is room', async (one) => {
  const tenant = await tenantWith(one.most - 1, one);
  const answers = await Promise.all([tenant.create(), tenant.create()]);
  const [made, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect(made?.status).toBeLessThan(300);
  expect(refused).toMatchObject(full(one));
  expect((await service().call('POST', one.path, one.body)).status).toBeLessThan(300);
  await tenant.free(made?.body['id']);
  expect((await tenant.create()).status).toBeLessThan(300);
  expect(await tenant.create()).toMatchObject(full(one));
});

it.each(bounded.filter(({ change }) => change))(
  'a tenant that has too many $kind changes and ends them',
  async (one) => {
    const tenant = await tenantWith(one.most + 1, one);
    const [{ id } = {}] = recordsOf((await tenant.call('GET', one.path)).body['data']);
    expect((await tenant.call('PATCH', `${one.path}/${id}`, one.change)).status).toBe(200);
    await tenant.free(id);
    expect(await tenant.create()).toMatchObject(full(one));
  },
);
