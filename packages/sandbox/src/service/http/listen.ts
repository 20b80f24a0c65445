import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { errorCode } from '../db/errors.js';
import { limits } from '../limits/limits.js';

/** Makes the listener close the connection without an answer. */
export class ConnectionResetError extends Error {
  override readonly name = 'ConnectionResetError';
  readonly code = 'ECONNRESET';
}

export interface Listener {
  readonly port: number;
  /**
   * Takes no further request, and resolves when the requests in progress have been answered. The connections that are left
   * after `limitMs` of wall time are cut. Handlers of their requests get a fifth of it more.
   */
  close(limitMs?: number): Promise<void>;
}

export interface ListenAddress {
  /** 0: any free port. */
  readonly port: number;
  /** An IP address in addition to 127.0.0.1 and ::1. */
  readonly host?: string;
}

export interface Connection {
  /** The address of the other side. `undefined` if it has gone, or there was no socket. */
  readonly peer: string | undefined;
}

type Fetch = (request: Request, connection: Connection) => Promise<Response>;

const LIMIT_MS = 5_000;
// A port that is free on the first address may be taken on the next one.
const MOST_TRIES = 20;

/**
 * Listens on 127.0.0.1 and, where the machine has it, on ::1, and on `host`.
 *
 * @throws Error with the code EADDRINUSE when the port is taken, or, with port 0, each of 20 free ones was taken on another address;
 * EADDRNOTAVAIL when this machine does not have `host`.
 */
export async function listen(address: ListenAddress, fetch: Fetch): Promise<Listener> {
  // Held until the end, so that the system gives no port twice. It prefers some: Linux gives odd ones of the lower half.
  const held: (() => Promise<void>)[] = [];
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await listenOnce(address, fetch, held);
      } catch (error) {
        const isFinal = address.port !== 0 || errorCode(error) !== 'EADDRINUSE';
        if (isFinal || tries === MOST_TRIES) throw error;
      }
    }
  } finally {
    await Promise.all(held.map((close) => close()));
  }
}

/** @param held Gets a function that closes the addresses that were free, when one is not. */
async function listenOnce(
  { port, host }: ListenAddress,
  fetch: Fetch,
  held: (() => Promise<void>)[],
): Promise<Listener> {
  const closes: ((limitMs: number) => Promise<void>)[] = [];
  const running = new Set<Promise<Response>>();
  const close = async (limitMs = LIMIT_MS): Promise<void> => {
    await Promise.all(closes.map((each) => each(limitMs)));
    await within(limitMs / 5, Promise.allSettled(running));
  };
  const answer: Fetch = (request, connection) => {
    const answering = fetch(request, connection);
    running.add(answering);
    const forget = (): void => void running.delete(answering);
    answering.then(forget, forget);
    return answering;
  };
  let bound = port;
  for (const address of addressesWith(host)) {
    const server = createFetchServer(answer);
    const closeServer = closing(server);
    try {
      server.listen(bound, address);
      await once(server, 'listening');
    } catch (error) {
      // Without IPv6 there is only one address. A taken port is a fault.
      if (address === '::1' && errorCode(error) !== 'EADDRINUSE') continue;
      held.push(close);
      throw error;
    }
    closes.push(closeServer);
    const opened = server.address();
    if (typeof opened === 'object' && opened) bound = opened.port;
  }
  return { port: bound, close };
}

function addressesWith(host: string | undefined): ReadonlySet<string> {
  // `::` takes IPv4 as well.
  if (host === '::') return new Set([host]);
  if (host === '0.0.0.0') return new Set([host, '::1']);
  return new Set(['127.0.0.1', '::1', ...(host === undefined ? [] : [host])]);
}

function createFetchServer(fetch: Fetch): Server {
  const answer = async (
    request: Request,
    { incoming }: HttpBindings | Http2Bindings,
  ): Promise<Response> => {
    // RFC 9112, section 3.2.2: the authority of an absolute target counts, whatever `Host` says.
    if (/^https?:/.test(incoming.url ?? '')) request.headers.set('host', new URL(request.url).host);
    try {
      return await fetch(request, { peer: incoming.socket.remoteAddress });
    } catch (error) {
      if (!(error instanceof ConnectionResetError)) throw error;
      incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
  };
  // Longer than clients keep an idle connection. Otherwise a request can meet the server closing it.
  const options = { keepAliveTimeout: 65_000, maxHeaderSize: limits.requestHeaders.most };
  // HTTP/1.0 may leave the host out, as probes do. This substitute is never an allowed host.
  return createServer(options, getRequestListener(answer, { hostname: 'none.invalid' }));
}

/**
 * Watches the connections of a server, and returns a function that closes it. Node's own `close` cuts unfinished answers, and
 * waits for connections that have sent nothing.
 */
function closing(server: Server): (limitMs: number) => Promise<void> {
  // Each with the answers that are owed to it.
  const connections = new Map<Socket, Set<ServerResponse>>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const owed = connections.get(socket);
    owed?.add(response);
    if (closing) sayLast(response);
    response.once('close', () => {
      owed?.delete(response);
      if (closing && owed?.size === 0) socket.destroySoon();
    });
  });
  return async (limitMs) => {
    closing = true;
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    for (const [socket, owed] of connections) {
      for (const response of owed) sayLast(response);
      if (owed.size === 0) socket.destroy();
    }
    await within(limitMs, closed);
    for (const socket of connections.keys()) socket.destroy();
    await closed;
  };
}

function sayLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

/** Waits for a promise, but no longer than `ms` of wall time. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  const limit = sleep(ms, undefined, { signal: ended.signal }).catch(() => {});
  await Promise.race([promise, limit]);
  ended.abort();
}
