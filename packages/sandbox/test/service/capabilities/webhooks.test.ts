import { beforeEach, describe, expect, it } from 'vitest';
import { deliveryOf, order } from '../../support/orders.js';
import { invalid, problem } from '../../support/problems.js';
import { recordingReceiver } from '../../support/recording-receiver.js';
import { recordsOf, sharedService } from '../../support/service.js';

// The row "Webhooks" of spec section 1: rules 1, 2 and 4 of section 6, and the attributes of section 2.

const receiver = recordingReceiver();
const service = sharedService(receiver.deliverTo);
const URL = 'http://localhost:9/webhooks/screening';
const PATH = '/v1/webhook-endpoints';
const document = {
  completed: 'document_verification.completed',
  failed: 'document_verification.failed',
  recorded: 'document_verification.recorded',
};

/** The endpoint of the demo integration, whose deliveries reach the receiver. */
let endpoint: string;

beforeEach(() => {
  const [demo] = service().description.endpoints;
  endpoint = `${PATH}/${demo?.id}`;
  receiver.restart(demo?.secret ?? '');
});

/** The properties of a request that creates an endpoint for an owner. */
function ownerOf(type: 'integration' | 'account'): object {
  const { integrationId } = service().description;
  return type === 'account' ? { owner: 'account' } : { integrationId };
}

const post = (path: string, body?: object) => service().call('POST', path, body);
const advance = (time: string) => service().control('/clock', { advance: time });

async function shown() {
  return (await service().call('GET', endpoint)).body;
}

describe('An endpoint can only subscribe to events the service actually emits.', () => {
  const refusedFor = (code: string, ...params: string[]) =>
    problem(422, code, { errors: params.map((param) => ({ param })) });
  const none = refusedFor('event_type_not_available', 'eventTypes.0');
  const scope = refusedFor('event_type_scope_mismatch', 'eventTypes.0');
  const all = Object.values(document);
  it.each([
    { owner: 'integration', eventTypes: undefined, answer: { body: { eventTypes: all } } },
    { owner: 'integration', eventTypes: all, answer: { body: { eventTypes: all } } },
    {
      owner: 'integration',
      eventTypes: [document.failed, document.failed],
      answer: { body: { eventTypes: [document.failed] } },
    },
    { owner: 'integration', eventTypes: [], answer: refusedFor('validation_failed', 'eventTypes') },
    { owner: 'integration', eventTypes: ['*'], answer: none },
    { owner: 'integration', eventTypes: ['document_verification.*'], answer: none },
    { owner: 'integration', eventTypes: ['document_verification.unknown'], answer: none },
    { owner: 'integration', eventTypes: ['report.completed'], answer: scope },
    { owner: 'integration', eventTypes: ['candidate.completed'], answer: scope },
    {
      owner: 'integration',
      eventTypes: [document.failed, 'report.completed', 'x'],
      answer: refusedFor('event_type_scope_mismatch', 'eventTypes.1', 'eventTypes.2'),
    },
    { owner: 'account', eventTypes: undefined, answer: { body: { eventTypes: [] } } },
    { owner: 'account', eventTypes: [], answer: { body: { eventTypes: [] } } },
    { owner: 'account', eventTypes: ['*'], answer: none },
    { owner: 'account', eventTypes: ['report.completed'], answer: none },
    { owner: 'account', eventTypes: ['candidate.completed'], answer: none },
    { owner: 'account', eventTypes: [document.completed], answer: scope },
    { owner: 'account', eventTypes: [document.failed], answer: scope },
    { owner: 'account', eventTypes: [document.recorded], answer: scope },
  ] as const)('$owner: $eventTypes', async ({ owner, eventTypes, answer }) => {
    const types = eventTypes ? { eventTypes } : {};
    expect(await post(PATH, { url: URL, ...ownerOf(owner), ...types })).toMatchObject(answer);
    if (eventTypes === undefined) return;
    // The same rules apply to a change.
    const { body } = await post(PATH, { url: URL, ...ownerOf(owner) });
    const changed = await service().call('PATCH', `${PATH}/${body['id']}`, { eventTypes });
    expect(changed).toMatchObject(answer);
  });

  it("The dashboard's event list is authoritative.", async () => {
    const types = await service().list('/v1/event-types');
    for (const { type, availability, scope: owner } of types) {
      const { status } = await post(PATH, {
        url: URL,
        ...ownerOf(owner === 'account' ? 'account' : 'integration'),
        eventTypes: [type],
      });
      expect([type, status]).toEqual([type, availability === 'emitted' ? 201 : 422]);
    }
  });
});

describe('Document verification endpoints are configured under the third-party integration they belong to.', () => {
  it('an endpoint names its integration, and an integration lists its endpoints', async () => {
    const { id: integrationId } = (await post('/v1/integrations', { name: 'Other' })).body;
    const { body } = await post(PATH, { url: URL, integrationId });
    expect(body['owner']).toEqual({ type: 'integration', id: integrationId });
    const listed = await service().list(`${PATH}?integrationId=${integrationId}`);
    expect(listed.map(({ id }) => id)).toEqual([body['id']]);
  });
  it('Account-level endpoints are configured under developer settings, with a key of no integration.', async () => {
    const ofAccount = { url: URL, owner: 'account' };
    const { status, body } = await post(PATH, ofAccount);
    const type = { type: 'account', id: expect.any(String) };
    expect({ status, owner: body['owner'] }).toEqual({ status: 201, owner: type });
    const owned = async (query: string, key = service().description.keys.full) => {
      const { body: list } = await service().call('GET', `${PATH}?${query}`, undefined, { key });
      return recordsOf(list['data']).map(({ id }) => `${PATH}/${id}`);
    };
    const { integrationId } = service().description;
    expect(await owned('owner=account')).toEqual([`${PATH}/${body['id']}`]);
    expect(await owned('owner=integration')).toEqual([endpoint]);
    expect(await owned(`owner=account&integrationId=${integrationId}`)).toEqual([]);
    const wanted = { label: 'a', scope: 'full_access', integrationId };
    const key = String((await post('/v1/api-keys', wanted)).body['key']);
    expect(await owned('owner=account', key)).toEqual([]);
    expect(await service().call('POST', PATH, ofAccount, { key })).toMatchObject(
      problem(403, 'scope_insufficient'),
    );
  });

  it('an endpoint has one owner', async () => {
    const both = { ...ownerOf('integration'), ...ownerOf('account') };
    expect(await post(PATH, { url: URL, ...both })).toMatchObject(invalid({ param: 'owner' }));
    expect(await post(PATH, { url: URL })).toMatchObject(
      invalid({ param: 'integrationId', code: 'required' }),
    );
  });
});

describe('Per endpoint:', () => {
  const patch = (body: object) => service().call('PATCH', endpoint, body);

  it('change the URL, without losing delivery history', async () => {
    const before = await shown();
    receiver.failures.push(500);
    const id = await order(service(), {});
    await advance('10s');
    const url = 'http://localhost/moved';
    expect((await patch({ url })).body).toMatchObject({
      id: before['id'],
      url,
      urlHistory: [{ url: before['url'], until: '2026-01-01T00:00:10.000Z' }],
      secretHint: before['secretHint'],
    });
    // The same URL again changes nothing.
    await patch({ url });
    await advance('1m');
    const { delivery, attempts } = await deliveryOf(service(), id);
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 2 });
    expect(attempts.map((attempt) => attempt['url'])).toEqual([before['url'], url]);
    expect((await shown())['urlHistory']).toHaveLength(1);
  });

  it('choose event types', async () => {
    const { body } = await patch({ eventTypes: [document.failed] });
    expect(body['eventTypes']).toEqual([document.failed]);
    await order(service(), {});
    await order(service(), { licenseNumber: 'SBX-NOTFOUND-1' });
    await advance('1s');
    expect(receiver.events.map(({ type }) => type)).toEqual([document.failed]);
  });

  const policy = {
    maxAttempts: 5,
    backoff: 'exponential',
    initialDelaySeconds: 60,
    multiplier: 2,
    maxDelaySeconds: 3600,
    timeoutSeconds: 15,
    jitter: 0,
  };

  it.each([
    { settings: {}, attemptsAt: [0, 60, 180, 420, 900] },
    { settings: { maxAttempts: 2, backoff: 'fixed' }, attemptsAt: [0, 60] },
    { settings: { initialDelaySeconds: 1, multiplier: 3 }, attemptsAt: [0, 1, 4, 13, 40] },
    { settings: { maxAttempts: 6, maxDelaySeconds: 100 }, attemptsAt: [0, 60, 160, 260, 360, 460] },
  ])('set the retry policy: $settings', async ({ settings, attemptsAt }) => {
    const retryPolicy = { ...policy, ...settings };
    const created = await post(PATH, {
      url: URL,
      ...ownerOf('integration'),
      retryPolicy: settings,
    });
    expect(created.body['retryPolicy']).toEqual(retryPolicy);
    expect((await patch({ retryPolicy: settings })).body['retryPolicy']).toEqual(retryPolicy);
    // Each change keeps what it does not name.
    const { body } = await patch({ retryPolicy: { timeoutSeconds: 7 } });
    expect(body['retryPolicy']).toEqual({ ...retryPolicy, timeoutSeconds: 7 });
    await service().call('DELETE', `${PATH}/${created.body['id']}`);

    receiver.failures.push(...Array(10).fill(500));
    const id = await order(service(), {});
    await advance('1h');
    const { attempts } = await deliveryOf(service(), id);
    const start = Date.parse('2026-01-01T00:00:00.000Z');
    const at = attempts.map(({ startedAt }) => (Date.parse(String(startedAt)) - start) / 1000);
    expect(at).toEqual(attemptsAt);
  });

  it('jitter takes up to its part of each delay, and the same with the same seed', async () => {
    const waits = async () => {
      receiver.failures.push(...Array(5).fill(500));
      const id = await order(service(), {});
      await advance('1h');
      const { delivery, attempts } = await deliveryOf(service(), id);
      const times = attempts.map(({ startedAt }) => Date.parse(String(startedAt)) / 1000);
      expect(delivery['updatedAt']).toBe(attempts.at(-1)?.['startedAt']);
      return times.slice(1).map((time, index) => time - (times[index] ?? 0));
    };
    await patch({ retryPolicy: { jitter: 0.5 } });
    const first = await waits();
    expect(first).toHaveLength(4);
    for (const [index, wait] of first.entries()) {
      expect(wait).toBeGreaterThan(30 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(60 * 2 ** index);
    }
    expect(first).not.toEqual([60, 120, 240, 480]);
    const second = await waits();
    expect(second).not.toEqual(first);
    await service().control('/reset', {});
    await patch({ retryPolicy: { jitter: 0.5 } });
    expect([await waits(), await waits()]).toEqual([first, second]);
  });

  it('a new policy counts from the end of the next attempt', async () => {
    receiver.failures.push(...Array(5).fill(500));
    const id = await order(service(), {});
    await advance('1s');
    await patch({ retryPolicy: { backoff: 'fixed', initialDelaySeconds: 5, maxAttempts: 3 } });
    await advance('1h');
    const { delivery, attempts } = await deliveryOf(service(), id);
    expect(delivery['status']).toBe('failed');
    expect(attempts.map(({ startedAt }) => startedAt)).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:01:00.000Z',
      '2026-01-01T00:01:05.000Z',
    ]);
  });

  it('describe it, and ask for related objects', async () => {
    expect(await shown()).toMatchObject({ description: null, includeRelated: false });
    const settings = { description: 'Staging', includeRelated: true };
    expect((await patch(settings)).body).toMatchObject(settings);
    expect((await patch({ description: null })).body).toMatchObject({
      description: null,
      includeRelated: true,
    });
    const created = await post(PATH, { url: URL, owner: 'account', ...settings });
    expect(created.body).toMatchObject(settings);
  });

  it('view delivery history, also of an endpoint that is deleted', async () => {
    receiver.failures.push(500);
    await order(service(), { licenseNumber: 'SBX-NOTFOUND-1' });
    await advance('1s');
    const { id } = await shown();
    expect(await service().call('DELETE', endpoint)).toMatchObject({
      status: 200,
      body: { id, deleted: true },
    });
    await order(service(), {});
    await advance('1h');
    const history = await service().list(`/v1/webhook-deliveries?endpointId=${id}`);
    expect(history).toMatchObject([
      { status: 'canceled', attemptCount: 1, nextAttemptAt: null, endpointId: id },
    ]);
    for (const [method, path, body] of [
      ['GET', endpoint],
      ['PATCH', endpoint, {}],
      ['DELETE', endpoint],
      ['GET', `${endpoint}/secret`],
      ['POST', `${endpoint}/pause`],
      ['POST', `${endpoint}/resume`, {}],
      ['POST', `${endpoint}/roll-secret`, {}],
    ] as const) {
      expect(await service().call(method, path, body)).toMatchObject({ status: 404 });
    }
    expect(await service().list(PATH)).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
  });

  it('see its health', async () => {
    const health = async () => (await shown())['health'];
    const unknown = { status: 'unknown', recent: 'unused', failuresInARow: 0, lastSuccessAt: null };
    expect(await health()).toEqual({ ...unknown, lastFailureAt: null });
    receiver.failures.push(...Array(20).fill(500));
    for (let count = 0; count < 4; count += 1) await order(service(), {});
    await advance('14m');
    expect(await health()).toMatchObject({ status: 'healthy', failuresInARow: 16 });
    await advance('1m');
    const at = '2026-01-01T00:15:00.000Z';
    const failing = { failuresInARow: 20, lastSuccessAt: null, lastFailureAt: at };
    expect(await health()).toEqual({ status: 'failing', recent: 'never_worked', ...failing });
    await order(service(), {});
    await advance('1s');
    expect(await health()).toEqual({
      status: 'healthy',
      recent: 'recovering',
      failuresInARow: 0,
      lastSuccessAt: at,
      lastFailureAt: at,
    });
  });
});

describe('Per endpoint: roll the signing secret', () => {
  const roll = (body: object = {}) => post(`${endpoint}/roll-secret`, body);
  const signatures = () =>
    receiver.requests.at(-1)?.headers.get('service-signature')?.match(/v1=/g)?.length;
  const secret = async () => (await service().call('GET', `${endpoint}/secret`)).body;

  async function expectDelivery(accepting: string, count: number) {
    receiver.restart(accepting);
    await order(service(), {});
    await service().control('/clock', { settle: true });
    expect(receiver.events).toHaveLength(1);
    expect(signatures()).toBe(count);
  }

  it('the former secret signs as well, for 24 hours unless another time is asked for', async () => {
    const { secret: first } = await secret();
    const { status, body } = await roll();
    const previousSecretExpiresAt = '2026-01-02T00:00:00.000Z';
    expect({ status, body }).toMatchObject({ status: 200, body: { previousSecretExpiresAt } });
    const second = String(body['secret']);
    expect(second).toMatch(/^whsec_sbx_[0-9A-Za-z]{32}$/);
    expect(second).not.toBe(first);
    expect(await shown()).toMatchObject({
      secretHint: second.slice(-4),
      previousSecretExpiresAt,
    });
    expect(await secret()).toEqual({
      secret: second,
      previousSecret: first,
      previousSecretExpiresAt,
    });
    await advance('86399s');
    await expectDelivery(second, 2);
    await expectDelivery(String(first), 2);
    await advance('1s');
    await expectDelivery(second, 1);
    const after = { previousSecretExpiresAt: null };
    expect(await secret()).toEqual({ secret: second, previousSecret: null, ...after });
    expect(await shown()).toMatchObject(after);
  });

  it('without an overlap, the former secret ends at once', async () => {
    const { body } = await roll({ overlapSeconds: 0 });
    expect(body['previousSecretExpiresAt']).toBeNull();
    await expectDelivery(String(body['secret']), 1);
    expect((await roll()).status).toBe(200);
  });

  it('a second roll within the overlap is refused, unless it is forced', async () => {
    const second = String((await roll({ overlapSeconds: 60 })).body['secret']);
    const refused = problem(409, 'roll_in_progress');
    expect(await roll()).toMatchObject(refused);
    const third = String((await roll({ overlapSeconds: 60, force: true })).body['secret']);
    expect(await secret()).toMatchObject({ secret: third, previousSecret: second });
    await expectDelivery(second, 2);
    await expectDelivery(third, 2);
    await advance('1m');
    expect((await roll()).status).toBe(200);
  });

  it('the log of requests shows no secret', async () => {
    const { body } = await roll();
    await secret();
    const { text } = await service().call('GET', '/v1/api-requests?limit=100');
    expect(text).toContain('revealWebhookEndpointSecret');
    expect(text).not.toContain(String(body['secret']));
  });
});
