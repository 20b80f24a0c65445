import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { get, request } from 'node:http';
import { startBufferingProxy } from 'screening-webhooks-test-support/buffering-proxy';
import { describe, expect, it, vi } from 'vitest';
import { openStreams } from '../../../src/service/http/rate-limits.js';
import { limits } from '../../../src/service/limits/limits.js';
import { describeApi } from '../../../src/service/operations.js';
import { deferred } from '../../support/deferred.js';
import { follow } from '../../support/follow.js';
import { addKey } from '../../support/keys.js';
import { describedOperations } from '../../support/openapi.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const path = '/v1/webhook-deliveries/stream';
const ofKey = limits.streamsOfKey.most;
const ofTenant = limits.streamsOfTenant.most;
// Only ends a hang.
const patience = { timeout: 300_000, interval: 20 };

async function key(label: string): Promise<string> {
  const body = await service().send('POST', '/v1/api-keys', { label, scope: 'full_access' });
  return String(body['key']);
}

/** Opens `count` streams, once the service has noticed that the streams of earlier tests are closed. */
const many = (count: number, options = {}) =>
  vi.waitFor(async () => {
    const opening = Array.from({ length: count }, () => follow(service(), options));
    const opened = (await Promise.allSettled(opening)).flatMap((each) =>
      each.status === 'fulfilled' ? [each.value] : [],
    );
    if (opened.length === count) return opened;
    await Promise.all(opened.map((stream) => stream.leave()));
    throw new Error(`Only ${opened.length} of ${count} streams were opened.`);
  }, patience);

/** The status of a request. Use it for refused ones, which are answered at once and hold no stream. */
const status = async (method = 'GET') => (await service().call(method, path)).status;

it.each(describedOperations(describeApi()).filter(({ streams }) => streams))(
  '$path begins with an id at once, and tells proxies to hold nothing back',
  async ({ path: streamed }) => {
    const { url, keys } = service().description;
    const proxy = await startBufferingProxy(url);
    const headers = { authorization: `Bearer ${keys.full}` };
    for (const [method, origin] of [
      ['GET', url],
      ['HEAD', url],
      ['GET', proxy.url],
    ] as const) {
      const answer = await fetch(`${origin}${streamed}`, { method, headers });
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      const reader = answer.body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      if (method === 'GET') expect(new TextDecoder().decode(value)).toMatch(/^id: \d+-\d+\n\n$/);
      await reader?.cancel();
    }
  },
);

it('with positions, it tells the `EventSource` of a browser of its first id', async () => {
  const { url, keys } = service().description;
  const begin = async (query: string) => {
    const headers = { authorization: `Bearer ${keys.full}` };
    const answer = await fetch(`${url}${path}?positions=${query}`, { headers });
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    return new TextDecoder().decode(value);
  };
  expect(await begin('true')).toMatch(/^id: \d+-\d+\nevent: position\ndata:\n\n$/);
  expect(await begin('false')).toMatch(/^id: \d+-\d+\n\n$/);
});

describe('the open streams', () => {
  it('of a key are bounded, and each that its client leaves makes room', async () => {
    const [first] = await many(ofKey);
    const { status: refused, headers, body } = await service().call('GET', path);
    expect([refused, body['code']]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const [other] = await many(1, { key: await key('other') });
    await other?.leave();
    await first?.leave();
    await vi.waitFor(async () => expect(await status()).toBe(200), patience);
  });

  it('of a tenant are bounded, whatever the keys', async () => {
    for (let number = 0; number < ofTenant / ofKey; number += 1) {
      await many(ofKey, { key: await key(`key ${number}`) });
    }
    expect(await status()).toBe(429);
    const other = await addKey(service().sql, { tenantId: 'ten_2', integrationId: null });
    await expect(follow(service(), { key: other })).resolves.toBeDefined();
  });

  it('are none after HEAD, nor after a refusal', async () => {
    const { url, keys } = service().description;
    const headers = { authorization: `Bearer ${keys.full}` };
    const head = () =>
      new Promise((resolve, reject) => {
        request(`${url}${path}`, { method: 'HEAD', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    // Streams of earlier tests may still be open. None of these requests leaves one open.
    const eventually = (check: () => Promise<void>) => vi.waitFor(check, patience);
    for (let number = 0; number <= ofKey; number += 1) {
      await eventually(async () => expect(await head()).toBe(200));
    }
    const wrong = { headers: { 'last-event-id': 'nonsense' } };
    for (let number = 0; number <= ofKey; number += 1) {
      await eventually(async () =>
        expect((await service().call('GET', path, undefined, wrong)).status).toBe(400),
      );
    }
    await eventually(async () => expect(await status()).toBe(200));
  });

  it('are none of clients that leave before the answer', async () => {
    const { url, keys } = service().description;
    const headers = { authorization: `Bearer ${keys.full}` };
    for (let number = 0; number < 3 * ofKey; number += 1) {
      const arrived = deferred<unknown>();
      subscribe('http.server.request.start', arrived.resolve);
      const left = get(`${url}${path}`, { headers });
      left.on('error', () => {});
      await arrived.promise;
      unsubscribe('http.server.request.start', arrived.resolve);
      // Each stream closes a little later than the one before.
      for (let turn = 0; turn < number; turn += 1) await new Promise(setImmediate);
      left.destroy();
    }
    await many(ofKey);
  });

  it('end with the key', async () => {
    const secret = await key('short');
    const streams = await many(ofKey, { key: secret });
    const [{ id } = {}] = (await service().list('/v1/api-keys')).filter(
      ({ label }) => label === 'short',
    );
    await service().send('POST', `/v1/api-keys/${id}/revoke`);
    await Promise.all(streams.map((stream) => stream.ended()));
  });
});

describe('the count of streams', () => {
  const principal = {
    kind: 'key' as const,
    keyId: 'key_1',
    scope: { tenantId: 'ten_1', integrationId: null },
  };
  const stays = () => new AbortController().signal;
  const endless = async () => new ReadableStream<Uint8Array>();

  it('forgets a stream that failed or came to its end, once', async () => {
    const streams = openStreams();
    const failing = async () => {
      throw new Error('no');
    };
    for (let number = 0; number < 2 * ofKey; number += 1) {
      await expect(streams.open(principal, stays(), failing)).rejects.toThrow('no');
      const ended = await streams.open(principal, stays(), async () => new Blob(['x']).stream());
      await new Response(ended).text();
      await ended.cancel().catch(() => {});
    }
    for (let number = 0; number < ofKey; number += 1)
      await streams.open(principal, stays(), endless);
    await expect(streams.open(principal, stays(), endless)).rejects.toThrow('10 open streams');
  });

  it('counts those of the dashboard for the tenant alone', async () => {
    const streams = openStreams();
    const session = { ...principal, kind: 'session' as const, keyId: 'dashboard' };
    for (let number = 0; number < ofTenant; number += 1)
      await streams.open(session, stays(), endless);
    await expect(streams.open(session, stays(), endless)).rejects.toThrow('50 open streams');
    await expect(streams.open(principal, stays(), endless)).rejects.toThrow('50 open streams');
  });

  it('forgets one whose client left while it was made', async () => {
    const streams = openStreams();
    for (let number = 0; number < 2 * ofKey; number += 1) {
      await streams.open(principal, AbortSignal.abort(), endless);
    }
  });
});
