import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { SendErrorCode } from '../../../src/service/outbound/send-error.js';
import { peerAnswering, startPeer } from './support/peer.js';
import { postTo } from './support/post-to.js';

describe('a peer that does not answer with HTTP', () => {
  async function expectError(onRequest: (socket: Socket) => void, code: SendErrorCode) {
    const peer = await startPeer({ onRequest });
    expect(await postTo(peer.url)).toEqual({
      durationMs: expect.any(Number),
      error: { code, message: expect.stringMatching(/^[A-Z].{10,250}$/) },
    });
  }

  const OK = 'HTTP/1.1 200 OK\r\n';

  it.each<[string, (socket: Socket) => void]>([
    ['resets before the headers', (socket) => socket.resetAndDestroy()],
    ['ends before the headers', (socket) => socket.end()],
    [
      'resets within the headers',
      (socket) => socket.write(`${OK}X-`, () => socket.resetAndDestroy()),
    ],
    ['ends within the headers', (socket) => socket.end(`${OK}X-`)],
    ['ends within the status line', (socket) => socket.end('HTTP/1.1 2')],
    [
      'ends after an informational response',
      (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n'),
    ],
  ])('%s', (_name, onRequest) => expectError(onRequest, 'connection_reset'));

  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['bytes', Buffer.from([0, 255, 22, 3])],
    ['another version', 'HTTP/3.0 200 OK\r\n\r\n'],
    ['no status', 'HTTP/1.1 OK\r\n\r\n'],
    ['status 000', 'HTTP/1.1 000 X\r\n\r\n'],
    ['a header with a space in its name', `${OK}X Y: 1\r\n\r\n`],
    ['two lengths', `${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['a header of 20 KiB', `${OK}X: ${'x'.repeat(20_480)}\r\n\r\n`],
    ['many headers of 20 KiB together', `${OK}${'X: 12345678\r\n'.repeat(2_000)}\r\n`],
    ['a reason of 20 KiB', `HTTP/1.1 200 ${'x'.repeat(20_480)}\r\n\r\n`],
    [
      'a switch of protocols',
      'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
    ],
  ])('sends %s', (_name, answer) =>
    expectError((socket) => socket.write(answer), 'invalid_response'),
  );

  it('resets the connection as soon as it is open', async () => {
    const peer = await startPeer({ onConnection: (socket) => socket.resetAndDestroy() });
    expect((await postTo(peer.url)).error?.code).toBe('connection_reset');
  });

  it('sends garbage before the request', async () => {
    const peer = await startPeer({ onConnection: (socket) => socket.write('220 mail ready\r\n') });
    expect((await postTo(peer.url)).error?.code).toBe('invalid_response');
  });

  it('accepts headers of just under 16 KiB', async () => {
    const peer = await peerAnswering(
      `HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: ${'x'.repeat(16_000)}\r\n\r\n`,
    );
    expect((await postTo(peer.url)).response?.status).toBe(200);
  });
});

describe('a connection that does not open', () => {
  it('is refused', async () => {
    // No program gets port 1, and only root could bind it.
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const { error } = await postTo(`http://${host}:1/`);
      expect(error?.code).toMatch(/^connection_(refused|failed)$/);
    }
  });

  it('takes too long', async () => {
    // A handshake that the peer never answers counts as connecting.
    const peer = await startPeer();
    const url = peer.url.replace('http:', 'https:');
    const { error } = await postTo(url, {}, { connectTimeoutMs: 50 });
    expect(error).toEqual({ code: 'connect_timeout', message: 'No connection within 50 ms.' });
  });
});

describe('a request that cannot be sent', () => {
  it.each([
    ['a name with a space', { 'X Y': '1' }],
    ['an empty name', { '': '1' }],
    ['a name with a line break', { 'X\r\nY': '1' }],
    ['a value with a line break', { X: '1\r\nY: 2' }],
    ['a value with NUL', { X: '\0' }],
    ['a value beyond Latin-1', { X: '\u20ac' }],
    ['a name given twice', { 'X-A': '1', 'x-a': '2' }],
    ['Host', { host: 'example.com' }],
    ['Content-Length', { 'Content-Length': '1' }],
    ['Transfer-Encoding', { 'Transfer-Encoding': 'chunked' }],
    ['Connection', { Connection: 'keep-alive' }],
    ['Upgrade', { Upgrade: 'websocket' }],
    ['Expect', { Expect: '100-continue' }],
  ])('has bad headers: %s', async (_name, headers) => {
    const peer = await startPeer();
    const result = await postTo(peer.url, { headers });
    expect(result.error?.code).toBe('headers_invalid');
    expect(peer.sockets).toHaveLength(0);
  });

  it('does not show the value of a header in the message', async () => {
    const { error } = await postTo('http://127.0.0.1/', { headers: { Key: 'secret\n' } });
    expect(error?.message).toBe('The value of the header Key cannot be sent.');
  });

  it.each(['', 'nonsense', 'ftp://127.0.0.1/', 'http://a:b@127.0.0.1/', 'http://127.0.0.1/#a'])(
    'has a bad URL: %j',
    async (url) => {
      expect((await postTo(url)).error?.code).toBe('url_invalid');
    },
  );
});
