import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { until } from 'screening-webhooks-test-support/until';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deferred } from '../../support/deferred.js';
import { closed, peerAnswering, startPeer } from './support/peer.js';
import { postTo, requestTo, startSender } from './support/post-to.js';

describe('the end of a request', () => {
  it('is a timeout when the peer is silent', async () => {
    const peer = await startPeer();
    const { error, response } = await postTo(peer.url, { timeoutMs: 50 });
    expect(error).toEqual({ code: 'timeout', message: 'No response within 50 ms.' });
    expect(response).toBeUndefined();
  });

  it.each([
    ['the headers come byte by byte', 'HTTP/1.1 200 OK\r\nX: ', 'x', '\r\n'],
    [
      'informational responses never end',
      '',
      'HTTP/1.1 102 Processing\r\n\r\n',
      'HTTP/1.1 200 OK\r\n',
    ],
  ])('is a timeout when %s', async (_name, start, piece, end) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const connected = deferred<unknown>();
    subscribe('net.client.socket', connected.resolve);
    onTestFinished(() => {
      vi.useRealTimers();
      unsubscribe('net.client.socket', connected.resolve);
    });
    const asked = deferred<Socket>();
    const peer = await startPeer({ onRequest: asked.resolve });
    const sent = postTo(peer.url, { timeoutMs: 100 });
    const socket = await asked.promise;
    const client = Reflect.get(Object(await connected.promise), 'socket');
    socket.write(start);
    for (let pieces = 0; pieces < 10; pieces += 1) {
      socket.write(piece);
      await until(() => client.bytesRead === socket.bytesWritten);
      vi.advanceTimersByTime(10);
    }
    // Too late.
    socket.write(`${end}Content-Length: 0\r\n\r\n`);
    expect((await sent).error?.code).toBe('timeout');
  });

  it('is a timeout when DNS is silent', async () => {
    const silent = { lookup: () => new Promise<never>(() => {}) };
    const { error } = await postTo('http://example.com/', { timeoutMs: 50 }, silent);
    expect(error?.code).toBe('timeout');
  });

  it.each([0, -1, Number.NaN])('is a timeout with a timeout of %d', async (timeoutMs) => {
    const peer = await startPeer();
    expect((await postTo(peer.url, { timeoutMs })).error?.code).toBe('timeout');
  });

  it('is a response with an infinite timeout', async () => {
    const peer = await peerAnswering('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    const { response } = await postTo(peer.url, { timeoutMs: Number.POSITIVE_INFINITY });
    expect(response?.status).toBe(200);
  });

  it('is aborted before anything is resolved, by a signal that was aborted before', async () => {
    const asked: string[] = [];
    const lookup = async (host: string): Promise<string[]> => {
      asked.push(host);
      return ['127.0.0.1'];
    };
    const result = await postTo('http://a.test/', { signal: AbortSignal.abort() }, { lookup });
    expect(result.error?.code).toBe('aborted');
    expect(asked).toEqual([]);
  });

  it('is aborted while DNS is asked', async () => {
    const aborting = new AbortController();
    const lookup = (): Promise<never> => {
      aborting.abort();
      return new Promise(() => {});
    };
    const result = await postTo('http://a.test/', { signal: aborting.signal }, { lookup });
    expect(result.error?.code).toBe('aborted');
  });

  it('is aborted while the peer is silent, and closes the connection', async () => {
    const aborting = new AbortController();
    const peer = await startPeer({ onRequest: () => aborting.abort() });
    const result = await postTo(peer.url, { signal: aborting.signal });
    expect(result.error?.code).toBe('aborted');
    await closed(peer);
  });

  it('keeps the response when it is aborted within the body', async () => {
    const aborting = new AbortController();
    const peer = await peerAnswering('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart');
    // The channel publishes before the sender gets the response.
    const abort = (): unknown => setImmediate(() => aborting.abort());
    subscribe('http.client.response.finish', abort);
    try {
      const result = await postTo(peer.url, { signal: aborting.signal });
      expect(result.response).toMatchObject({ status: 200, body: 'part', truncated: true });
    } finally {
      unsubscribe('http.client.response.finish', abort);
    }
    await closed(peer);
  });

  it('comes with close(), for all that is in flight', async () => {
    const peer = await startPeer();
    const sender = startSender();
    const sending = [sender.send(requestTo(peer.url)), sender.send(requestTo(peer.url))];
    await sender.close();
    for (const { error } of await Promise.all(sending)) {
      expect(error).toEqual({ code: 'aborted', message: 'The sender was closed.' });
    }
    expect((await sender.send(requestTo(peer.url))).error?.code).toBe('aborted');
    await sender.close();
  });
});
