import { describe, expect, it } from 'vitest';
import { faults as storedFaults } from '../../../src/service/db/schema/index.js';
import { createEndpoint, deliveryOf, order } from '../../support/orders.js';
import { problem } from '../../support/problems.js';
import { startScriptedReceiver } from '../../support/scripted-receiver.js';
import { recordsOf } from '../../support/service.js';
import { serviceWithReceiver } from '../../support/service-with-receiver.js';

const { service, receiver } = serviceWithReceiver();

/** The kinds of fault of the attempts of ordered verifications, oldest first. */
async function faultsOf(orders: number): Promise<unknown[]> {
  for (let number = 0; number < orders; number += 1) await order(service(), {});
  await service().control('/clock', { settle: true });
  const kinds: unknown[] = [];
  for (const { id } of await service().list('/v1/webhook-deliveries?limit=100')) {
    const { body } = await service().call('GET', `/v1/webhook-deliveries/${id}`);
    kinds.push(recordsOf(body['attempts'])[0]?.['fault']);
  }
  return kinds;
}

const add = (fault: object) => service().control('/faults', fault);
const stored = async () => recordsOf((await service().control('/faults')).body['data']);

describe('the attempts that a fault matches', () => {
  it('happens once by default, and is counted', async () => {
    await add({ kind: 'bad_signature' });
    expect(await faultsOf(3)).toEqual(['bad_signature', null, null]);
    expect(await stored()).toMatchObject([{ kind: 'bad_signature', timesLeft: 0, matched: 1 }]);
    expect(receiver.events).toHaveLength(2);
  });

  it('the first in the order of their creation is taken', async () => {
    await add({ kind: 'missing_t', times: 2 });
    await add({ kind: 'missing_v1', times: null });
    expect(await faultsOf(4)).toEqual(['missing_t', 'missing_t', 'missing_v1', 'missing_v1']);
  });

  it('nth is the nth that matches otherwise', async () => {
    await add({ kind: 'missing_t', match: { nth: 2 }, times: null });
    expect(await faultsOf(4)).toEqual([null, 'missing_t', null, null]);
  });

  it('by event type, external id and attempt', async () => {
    await add({ kind: 'missing_t', match: { eventType: 'document_verification.failed' } });
    await add({ kind: 'missing_v1', match: { externalId: 'the one' } });
    await add({ kind: 'bad_signature', match: { attempt: 2 }, times: null });
    const failed = await order(service(), { licenseNumber: 'SBX-NOTFOUND-1' });
    const one = await order(service(), { externalId: 'the one' });
    const other = await order(service(), {});
    await service().control('/clock', { advance: '15m' });
    const kinds = async (id: string) =>
      (await deliveryOf(service(), id)).attempts.map(({ fault }) => fault);
    expect(await kinds(failed)).toEqual(['missing_t', 'bad_signature', null]);
    expect(await kinds(one)).toEqual(['missing_v1', 'bad_signature', null]);
    expect(await kinds(other)).toEqual([null]);
  });

  it('probability derives from the seed: the same again after a reset', async () => {
    const fault = { kind: 'missing_t', times: null, probability: 0.5 };
    await add(fault);
    const first = await faultsOf(10);
    expect(new Set(first)).toEqual(new Set(['missing_t', null]));
    await service().control('/reset', {});
    expect(await stored()).toEqual([]);
    await add(fault);
    expect(await faultsOf(10)).toEqual(first);
    await service().control('/reset', {});
    await add({ ...fault, probability: 0 });
    expect(await faultsOf(3)).toEqual([null, null, null]);
  });
});

describe('a fault that changes the schedule', () => {
  it('delay makes the attempt later, without using one up', async () => {
    await add({ kind: 'delay', params: { seconds: 90 }, times: null });
    const id = await order(service(), {});
    await service().control('/clock', { settle: true });
    expect((await deliveryOf(service(), id)).delivery).toMatchObject({
      status: 'scheduled',
      attemptCount: 0,
      nextAttemptAt: '2026-01-01T00:01:30.000Z',
    });
    await service().control('/clock', { advance: '90s' });
    expect((await deliveryOf(service(), id)).attempts).toMatchObject([
      { fault: 'delay', startedAt: '2026-01-01T00:01:30.000Z', state: 'succeeded' },
    ]);
  });

  it('reorder lets the next deliveries of the endpoint overtake it', async () => {
    await add({ kind: 'reorder', params: { count: 2 } });
    const ids: string[] = [];
    for (let number = 0; number < 4; number += 1) ids.push(await order(service(), {}));
    await service().control('/clock', { advance: '1s' });
    const arrived = receiver.events.map((event) => Object(event.data).verificationId);
    expect(arrived).toHaveLength(4);
    expect(arrived.indexOf(ids[0])).toBeGreaterThanOrEqual(2);
  });
});

describe('requests that a fault adds', () => {
  it('are attempts of their own, which the retry policy does not count', async () => {
    await add({ kind: 'duplicate', params: { count: 3 } });
    receiver.failures.push(500, 500, 500);
    const id = await order(service(), {});
    await service().control('/clock', { settle: true });
    receiver.failures.push(500, 500, 500);
    await service().control('/clock', { advance: '15m' });
    const { delivery, attempts } = await deliveryOf(service(), id);
    expect(attempts.map(({ number, trigger, state }) => [number, trigger, state])).toEqual([
      [1, 'scheduled', 'failed'],
      [2, 'fault', 'failed'],
      [3, 'fault', 'failed'],
      [4, 'scheduled', 'failed'],
      [5, 'scheduled', 'failed'],
      [6, 'scheduled', 'failed'],
      [7, 'scheduled', 'succeeded'],
    ]);
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 7 });
  });
});

describe('faults that cannot be set', () => {
  it.each([
    [{ kind: 'tampered_bdy' }, 'did you mean tampered_body?'],
    [{ kind: 'slow_body' }, 'slow_body needs an endpoint on a port'],
    [{ kind: 'bad_signature', params: { count: 2 } }, 'count'],
    [{ kind: 'burst', params: { count: 101 } }, 'count'],
    [{ kind: 'latency', params: { seconds: 61 } }, 'params.seconds'],
    [{ kind: 'delay', params: { minutes: 1 } }, 'params.minutes'],
    [{ kind: 'http_500', match: { endpointId: 'we_1' } }, 'http_500 is matched by operationId'],
    [{ kind: 'missing_t', match: { operationId: 'x' } }, 'missing_t is matched by endpointId'],
    [{ kind: 'missing_t', probability: 2 }, 'probability'],
    [{ kind: 'missing_t', times: 0 }, 'times'],
    [{}, 'kind'],
  ])('%j', async (fault, words) => {
    const { status, text } = await add(fault);
    expect(status).toBe(422);
    expect(text).toContain(words);
  });

  it('the thousand and first', async () => {
    await add({ kind: 'missing_t' });
    const [row] = await service().sql.select().from(storedFaults);
    if (!row) throw new Error('There is no fault.');
    const { seq: _seq, ...fault } = row;
    const copies = Array.from({ length: 999 }, (_, index) => ({ ...fault, id: `flt_${index}` }));
    await service().sql.insert(storedFaults).values(copies);
    expect(await add({ kind: 'missing_t' })).toMatchObject({ status: 409 });
  });

  it('a kind that needs a socket can be set where an endpoint has one, and spares the function', async () => {
    const { url, deliveries } = await startScriptedReceiver();
    await createEndpoint(service(), url);
    expect(await add({ kind: 'chunked', times: null })).toMatchObject({ status: 201 });
    // The endpoint of the function is older.
    expect(await faultsOf(1)).toEqual([null, 'chunked']);
    expect(deliveries.map(({ headers }) => headers['transfer-encoding'])).toEqual(['chunked']);
    expect(receiver.events).toHaveLength(1);
  });
});

describe('faults of the API', () => {
  it('answer in place of an operation, labeled, as often as they are set', async () => {
    const { body } = await add({ kind: 'http_500', match: { operationId: 'listEvents' } });
    expect(await service().call('GET', '/v1/webhook-deliveries')).toMatchObject({ status: 200 });
    const refused = await service().call('GET', '/v1/events');
    expect(refused).toMatchObject(problem(500, 'sandbox_fault'));
    expect(refused.headers.get('sandbox-fault')).toBe(`http_500 ${body['id']}`);
    expect(await service().call('GET', '/v1/events')).toMatchObject({ status: 200 });
  });

  it('rate_limit says when to try again', async () => {
    await add({ kind: 'rate_limit', params: { seconds: 7 } });
    const { status, headers } = await service().call('GET', '/v1/events');
    expect([status, headers.get('retry-after')]).toEqual([429, '7']);
  });

  it('answer each operation as its description says', async () => {
    const { body } = await service().call('GET', '/v1/openapi.json');
    const methods = Object.values(Object(body['paths'])).flatMap((path) =>
      Object.values(Object(path)),
    );
    expect(methods.length).toBeGreaterThan(90);
    for (const method of methods) {
      const { responses } = Object(method);
      expect(responses['429']['x-codes']).toEqual(['rate_limited']);
      expect(responses['500']['x-codes']).toEqual(['internal_error', 'sandbox_fault']);
    }
  });

  it('latency passes the call on', async () => {
    await add({ kind: 'latency', params: { seconds: 0.01 } });
    const { status, headers } = await service().call('GET', '/v1/events');
    expect([status, headers.get('sandbox-fault')?.split(' ')[0]]).toEqual([200, 'latency']);
  });

  it('connection_reset ends the connection, and the call changes nothing', async () => {
    await add({ kind: 'connection_reset' });
    const { url, keys } = service().description;
    const overSocket = fetch(`${url}/v1/document-verifications`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.full}`, 'content-type': 'application/json' },
      body: JSON.stringify({ documentConfigSlug: 'rn-license', state: 'CA', formData: {} }),
    });
    await expect(overSocket).rejects.toThrow('fetch failed');
    expect(await service().list('/v1/document-verifications')).toEqual([]);
  });
});
