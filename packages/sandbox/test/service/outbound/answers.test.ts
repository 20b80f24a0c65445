import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { closed, peerAnswering, startPeer } from './support/peer.js';
import { postTo, requestTo, startSender } from './support/post-to.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

it('sends the given headers, Host and Content-Length, and no other', async () => {
  const peer = await peerAnswering(OK);
  const headers = { 'Content-Type': 'application/json', 'Service-Signature': 't=1,v1=ab' };
  await postTo(`${peer.url}webhooks?a=b%20c`, { headers });
  expect(peer.requests).toEqual([
    'POST /webhooks?a=b%20c HTTP/1.1\r\n' +
      `Host: 127.0.0.1:${peer.port}\r\n` +
      'Content-Type: application/json\r\nService-Signature: t=1,v1=ab\r\n' +
      'Content-Length: 5\r\n\r\nhello',
  ]);
});

it('sends the bytes of the body as they are', async () => {
  const peer = await peerAnswering(OK);
  const body = Uint8Array.from({ length: 256 }, (_, i) => i);
  await postTo(peer.url, { body });
  const [request = ''] = peer.requests;
  const sent = Buffer.from(request.slice(request.indexOf('\r\n\r\n') + 4), 'latin1');
  expect(sent.equals(body)).toBe(true);
});

it('sends an empty body with its length', async () => {
  const peer = await peerAnswering(OK);
  await postTo(peer.url, { body: new Uint8Array() });
  expect(peer.requests[0]).toContain('Content-Length: 0\r\n\r\n');
});

it('reports status, headers and body', async () => {
  const peer = await peerAnswering(
    'HTTP/1.1 418 Teapot\r\nX-One: 1\r\nSet-Cookie: a=b\r\nset-cookie: c=d\r\n' +
      '__proto__: evil\r\nconstructor: x\r\nContent-Length: 2\r\n\r\nok',
  );
  const result = await postTo(peer.url);
  expect(result.error).toBeUndefined();
  expect(result.durationMs).toSatisfy((ms: number) => Number.isInteger(ms) && ms >= 0);
  expect(result.response).toMatchObject({ status: 418, body: 'ok', truncated: false });
  expect(Object.entries(result.response?.headers ?? {})).toEqual([
    ['x-one', '1'],
    ['set-cookie', 'a=b, c=d'],
    ['__proto__', 'evil'],
    ['constructor', 'x'],
    ['content-length', '2'],
  ]);
});

it('opens a connection for each request and closes it, also when the peer would keep it', async () => {
  const peer = await peerAnswering(`HTTP/1.1 200 OK\r\nConnection: keep-alive\r\n${OK.slice(17)}`);
  const sender = startSender();
  await sender.send(requestTo(peer.url));
  await closed(peer);
  await sender.send(requestTo(peer.url));
  expect(peer.sockets).toHaveLength(2);
});

it('closes the connection of a peer that answers before it has read the request', async () => {
  const body = new Uint8Array(64 * 1_048_576);
  const peer = await startPeer({
    onConnection: (socket) => {
      socket.pause();
      socket.write(OK);
    },
  });
  const result = await postTo(peer.url, { body });
  expect(result.response).toMatchObject({ status: 200, body: 'ok' });
  const [socket] = peer.sockets;
  socket?.resume();
  await closed(peer);
  // The socket has read only the buffered part of the body.
  expect(socket?.bytesRead).toBeLessThan(body.length);
});

it('does not send cookies back', async () => {
  const peer = await peerAnswering(
    'HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n',
  );
  const sender = startSender();
  await sender.send(requestTo(peer.url));
  await sender.send(requestTo(peer.url));
  expect(peer.requests).toHaveLength(2);
  expect(peer.requests[1]).toBe(peer.requests[0]);
});

it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
  const elsewhere = await peerAnswering(OK);
  const peer = await peerAnswering(
    `HTTP/1.1 ${status} Moved\r\nLocation: ${elsewhere.url}\r\nContent-Length: 0\r\n\r\n`,
  );
  const result = await postTo(peer.url);
  expect(result.response).toMatchObject({ status, headers: { location: elsewhere.url } });
  expect(elsewhere.sockets).toHaveLength(0);
});

it('ignores the proxy variables', async () => {
  const proxy = await peerAnswering(OK);
  const peer = await peerAnswering(OK);
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
    vi.stubEnv(name, proxy.url);
    vi.stubEnv(name.toLowerCase(), proxy.url);
  }
  vi.stubEnv('NO_PROXY', '');
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  try {
    expect((await postTo(peer.url)).response?.status).toBe(200);
  } finally {
    vi.unstubAllEnvs();
  }
  expect(proxy.sockets).toHaveLength(0);
});

it('does not decompress', async () => {
  const bytes = gzipSync('hello'.repeat(100));
  const peer = await startPeer({
    onRequest: (socket) => {
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${bytes.length}\r\n\r\n`,
      );
      socket.write(bytes);
    },
  });
  const { response } = await postTo(peer.url);
  expect(response?.headers['content-encoding']).toBe('gzip');
  expect(response?.body).toBe(new TextDecoder().decode(bytes));
});

it.each([
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nold'],
  ['HTTP/1.0 with a length', 'HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nold'],
  ['HTTP/1.1 until the connection ends', 'HTTP/1.1 200 OK\r\n\r\nold'],
  ['chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nol\r\n1\r\nd\r\n0\r\n\r\n'],
  ['no reason phrase', 'HTTP/1.1 200\r\nContent-Length: 3\r\n\r\nold'],
])('reads %s', async (_name, answer) => {
  const peer = await startPeer({ onRequest: (socket) => socket.end(answer) });
  const { response } = await postTo(peer.url);
  expect(response).toMatchObject({ status: 200, body: 'old', truncated: false });
});

it.each([
  ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['102', 'HTTP/1.1 102 Processing\r\n\r\n'],
  ['103', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
  ['several', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20)],
])('skips an informational response: %s', async (_name, first) => {
  const peer = await peerAnswering(first + OK);
  const { response } = await postTo(peer.url);
  expect(response).toMatchObject({ status: 200, body: 'ok' });
  expect(response?.headers).not.toHaveProperty('link');
});

it.each([204, 304])('ignores a body after %i', async (status) => {
  const peer = await peerAnswering(`HTTP/1.1 ${status} X\r\nContent-Length: 4\r\n\r\nbody`);
  const { response } = await postTo(peer.url);
  expect(response).toMatchObject({ status, body: '', truncated: false });
});

it('keeps a byte order mark, NUL and invalid UTF-8 as text', async () => {
  const peer = await peerAnswering(
    'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n\xef\xbb\xbfa\0\xff',
  );
  expect((await postTo(peer.url)).response?.body).toBe('\ufeffa\0\ufffd');
});

it('sends many requests at once without a warning', async () => {
  const peer = await peerAnswering(OK);
  const sender = startSender();
  const { signal } = new AbortController();
  const warnings: Error[] = [];
  const onWarning = (warning: Error): number => warnings.push(warning);
  process.on('warning', onWarning);
  try {
    const results = await Promise.all(
      Array.from({ length: 30 }, () => sender.send(requestTo(peer.url, { signal }))),
    );
    expect(new Set(results.map(({ response }) => response?.status))).toEqual(new Set([200]));
    // Warnings are emitted on the next tick.
    await setImmediate();
  } finally {
    process.off('warning', onWarning);
  }
  expect(warnings).toEqual([]);
});
