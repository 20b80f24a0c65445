import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { closed, peerAnswering, startPeer } from './support/peer.js';
import { postTo } from './support/post-to.js';

const head = (length: number): string => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;
const soon = { bodyLimits: { bytes: 65_536, milliseconds: 50 } };

describe('the body of a response', () => {
  it.each([
    [65_535, 65_535, false],
    [65_536, 65_536, false],
    [65_537, 65_536, true],
    [1_000_000, 65_536, true],
  ])('of %i bytes is read up to %i', async (length, read, truncated) => {
    const peer = await peerAnswering(head(length) + 'a'.repeat(length));
    const { response } = await postTo(peer.url);
    expect(response?.body).toBe('a'.repeat(read));
    expect(response?.truncated).toBe(truncated);
  });

  it('is cut at 64 KiB by default, when it never ends', async () => {
    const peer = await startPeer({
      onRequest: (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const more = (): void => {
          while (socket.writable && socket.write('b'.repeat(16_384)));
        };
        socket.on('drain', more);
        more();
      },
    });
    const { response } = await postTo(peer.url);
    expect(response).toMatchObject({ status: 200, truncated: true });
    expect(response?.body).toBe('b'.repeat(65_536));
    await closed(peer);
  });

  it('loses a character that the cut divides', async () => {
    const text = `a${'é'.repeat(40_000)}`;
    const peer = await startPeer({
      onRequest: (socket) => socket.write(head(Buffer.byteLength(text)) + text),
    });
    const { response } = await postTo(peer.url);
    expect(response?.body).toBe(text.slice(0, 32_768));
  });

  it('is truncated when it stalls', async () => {
    const peer = await peerAnswering(`${head(10)}part`);
    const { response, error } = await postTo(peer.url, {}, soon);
    expect(response).toMatchObject({ status: 200, body: 'part', truncated: true });
    expect(error).toBeUndefined();
    await closed(peer);
  });

  it('is truncated when it never comes', async () => {
    const peer = await peerAnswering(head(10));
    const { response } = await postTo(peer.url, {}, soon);
    expect(response).toMatchObject({ status: 200, body: '', truncated: true });
  });

  it('may come after the timeout for the headers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const headers = deferred<unknown>();
    subscribe('http.client.response.finish', headers.resolve);
    onTestFinished(() => {
      vi.useRealTimers();
      unsubscribe('http.client.response.finish', headers.resolve);
    });
    const peer = await peerAnswering(head(4));
    const sent = postTo(peer.url, { timeoutMs: 300 });
    await headers.promise;
    await new Promise(setImmediate);
    vi.advanceTimersByTime(300);
    peer.sockets[0]?.write('late');
    expect((await sent).response).toMatchObject({ status: 200, body: 'late', truncated: false });
  });

  it('is truncated when the peer ends the connection within it', async () => {
    const peer = await startPeer({ onRequest: (socket) => socket.end(`${head(10)}part`) });
    const { response } = await postTo(peer.url);
    expect(response).toMatchObject({ status: 200, body: 'part', truncated: true });
  });

  it('is truncated when the peer resets the connection within it', async () => {
    // A reset may overtake the headers, so the peer waits until they were read.
    const peer = await peerAnswering(`${head(10)}part`);
    const reset = (): void => peer.sockets[0]?.resetAndDestroy() && undefined;
    subscribe('http.client.response.finish', reset);
    try {
      const { response } = await postTo(peer.url);
      expect(response).toMatchObject({ status: 200, truncated: true });
    } finally {
      unsubscribe('http.client.response.finish', reset);
    }
  });

  it.each([
    ['a chunk size', 'zz\r\n'],
    ['a chunk end', '2\r\nokx'],
    ['an endless chunk extension', `2;${'x'.repeat(20_000)}`],
  ])('is truncated where it is not HTTP: %s', async (_name, chunk) => {
    const peer = await peerAnswering(
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n${chunk}`,
    );
    const { response } = await postTo(peer.url);
    expect(response).toMatchObject({ status: 200, truncated: true });
  });
});
