import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, Server, type Socket } from 'node:net';
import { holdPort } from 'screening-webhooks-test-support/hold-port';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Listener, listen } from '../../../src/service/http/listen.js';
import { deferred } from '../../support/deferred.js';
import { hasIPv6 } from '../outbound/support/peer.js';

// No test reaches this timeout, unless it sets its own.
const PATIENT_MS = 60_000;

async function start(
  fetch: (request: Request) => Promise<Response>,
  host?: string,
): Promise<Listener> {
  const listener = await listen({ port: 0, ...(host === undefined ? {} : { host }) }, fetch);
  onTestFinished(() => listener.close(0));
  return listener;
}

/** A connection, and the data received over it. */
interface Client {
  readonly socket: Socket;
  received(): string;
  /** Resolves with all received data once the other side has closed. */
  readonly closed: Promise<string>;
}

async function connectTo({ port }: Listener, text = ''): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  // A cut appears as a reset or as an end.
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return { socket, received: () => received, closed };
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

describe('where it listens', () => {
  const answer = async () => new Response('here');

  it.skipIf(!hasIPv6)('takes another free port when the first is taken on ::1', async () => {
    const { listen: begin } = Server.prototype;
    const other = createServer();
    onTestFinished(() => void other.close());
    vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given) {
      if (String(given[1]) === '::1' && !other.listening) Reflect.apply(begin, other, given);
      return Reflect.apply(begin, this, given);
    });
    const { port } = await start(answer);
    expect(other.address()).not.toMatchObject({ port });
    expect(await (await fetch(`http://[::1]:${port}/`)).text()).toBe('here');
  });

  it('tries 20 free ports, none twice, when each is taken on another address, and leaves none open', async () => {
    const named = await holdPort();
    const { listen: begin } = Server.prototype;
    const tried: Server[] = [];
    const open: number[] = [];
    vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...given) {
      const [port, address] = given;
      if (String(address) === '127.0.0.1') tried.push(this);
      if (String(address) !== '127.0.0.2') return Reflect.apply(begin, this, given);
      open.push(tried.filter(({ listening }) => listening).length);
      const taken = Object.assign(new Error(`${port} is taken`), { code: 'EADDRINUSE' });
      return setImmediate(() => this.emit('error', taken)) && this;
    });
    const rejected = { code: 'EADDRINUSE' };
    await expect(listen({ port: 0, host: '127.0.0.2' }, answer)).rejects.toMatchObject(rejected);
    // The system does not assign a port that is in use.
    expect(open).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(tried.filter(({ listening }) => listening)).toEqual([]);
    // A named port is not replaced by another.
    await expect(listen({ port: named, host: '127.0.0.2' }, answer)).rejects.toMatchObject(
      rejected,
    );
    expect(open).toHaveLength(21);
  });

  it.each([undefined, '127.0.0.1', '0.0.0.0', ...(hasIPv6 ? ['::1', '::'] : [])])(
    'host %s: loopback, on one port',
    async (host) => {
      const { port } = await start(answer, host);
      const names = ['127.0.0.1', ...(hasIPv6 ? ['[::1]'] : [])];
      for (const name of names) {
        const response = await fetch(`http://${name}:${port}/`, {
          headers: { connection: 'close' },
        });
        expect(await response.text()).toBe('here');
      }
    },
  );

  it('rejects for an address of another machine, and leaves nothing open', async () => {
    // Nobody has an address of TEST-NET-3.
    await expect(listen({ port: 0, host: '203.0.113.1' }, answer)).rejects.toMatchObject({
      code: 'EADDRNOTAVAIL',
    });
  });

  it.skipIf(!hasIPv6)('rejects for a port that is taken on one of its addresses', async () => {
    const port = await holdPort();
    const busy = createServer().listen(port, '::1');
    onTestFinished(() => void busy.close());
    await once(busy, 'listening');
    const rejected = { code: 'EADDRINUSE' };
    await expect(listen({ port }, answer)).rejects.toMatchObject(rejected);
    await expect(listen({ port, host: '0.0.0.0' }, answer)).rejects.toMatchObject(rejected);
    // The earlier addresses are free again.
    const other = createServer().listen(port, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
  });
});

describe('close', () => {
  it('lets a request in progress finish, says that it is the last, and takes no other', async () => {
    const [asked, answer] = [deferred<void>(), deferred<Response>()];
    const listener = await start(() => {
      asked.resolve();
      return answer.promise;
    });
    const client = await connectTo(listener, GET);
    await asked.promise;
    const closed = listener.close(PATIENT_MS);
    const refused = connect(listener.port, '127.0.0.1');
    const [error] = await once(refused, 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
    expect(client.received()).toBe('');
    answer.resolve(new Response('the answer'));
    expect(await client.closed).toMatch(
      /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*connection: close\r\n(?:.*\r\n)*\r\nthe answer$/i,
    );
    await closed;
  });

  it('does not wait for idle connections: before, between and in the middle of the headers of requests', async () => {
    const listener = await start(async () => new Response('done'));
    const clients = await Promise.all([
      connectTo(listener),
      connectTo(listener, GET),
      connectTo(listener, `${GET}${GET.slice(0, 20)}`),
    ]);
    for (const { socket, received } of clients.slice(1)) {
      while (!received().endsWith('done')) await once(socket, 'data');
    }
    await listener.close(PATIENT_MS);
    await Promise.all(clients.map(({ closed }) => closed));
  });

  it('sends an answer that has begun to its end, however slowly it is read', async () => {
    const bytes = 20_000_000;
    const listener = await start(async () => new Response(Buffer.alloc(bytes, 'a')));
    const client = await connectTo(listener, GET);
    await once(client.socket, 'data');
    client.socket.pause();
    const closed = listener.close(PATIENT_MS);
    // Once the listener refuses connections, it has begun to close.
    await once(connect(listener.port, '127.0.0.1'), 'error');
    client.socket.resume();
    const received = await client.closed;
    expect(received.length - received.indexOf('\r\n\r\n') - 4).toBe(bytes);
    await closed;
  });

  it('does not wait for a stream that ends, though its connection is kept alive', async () => {
    const end = deferred<void>();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('begun '));
        await end.promise;
        controller.enqueue(new TextEncoder().encode('ended'));
        controller.close();
      },
    });
    const listener = await start(async () => new Response(body));
    const client = await connectTo(listener, GET);
    while (!client.received().includes('begun')) await once(client.socket, 'data');
    const closed = listener.close(PATIENT_MS);
    end.resolve();
    expect(await client.closed).toContain('ended');
    await closed;
  });

  it('cuts requests that are left after the limit: an endless body, a missing answer', async () => {
    const asked: string[] = [];
    const both = deferred<void>();
    const listener = await start(async (request) => {
      asked.push(request.method);
      if (asked.length === 2) both.resolve();
      if (request.method === 'POST') return new Response(await request.text());
      return new Promise(() => {});
    });
    const clients = await Promise.all([
      connectTo(listener, 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf'),
      connectTo(listener, GET),
    ]);
    await both.promise;
    await listener.close(1);
    for (const { closed } of clients) expect(await closed).not.toContain('200 OK');
  });

  it('resolves after those who work on requests, those of connections that have gone included', async () => {
    const [asked, gone, work] = [deferred<void>(), deferred<void>(), deferred<void>()];
    let worked = false;
    const listener = await start(async (request) => {
      request.signal.addEventListener('abort', () => gone.resolve());
      asked.resolve();
      await work.promise;
      worked = true;
      return new Response();
    });
    const client = await connectTo(listener, GET);
    await asked.promise;
    client.socket.destroy();
    await gone.promise;
    const closed = listener.close(PATIENT_MS);
    setImmediate(() => work.resolve());
    await closed;
    expect(worked).toBe(true);
  });

  it('resolves at once when nothing is open, and may be called again', async () => {
    const listener = await start(async () => new Response());
    await listener.close(PATIENT_MS);
    await listener.close(PATIENT_MS);
  });
});
