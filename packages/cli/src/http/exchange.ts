import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Host } from '../host.js';
import { type HeaderPair, headerPairs } from './headers.js';
import { sendBody } from './send-body.js';

/** How a body is handed to the socket. */
export type BodyManner = 'at once' | 'slowly' | 'in chunks' | 'cut off';

/** One request, with the bytes to send exactly as they are. */
export interface OutgoingDelivery {
  readonly url: URL;
  readonly method: string;
  /** In this order and spelling. `Host`, `Connection` and the body's length are added. */
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  readonly manner: BodyManner;
}

/** What became of a request. Times are in milliseconds. */
export type Exchange =
  | {
      readonly kind: 'answered';
      readonly ms: number;
      readonly status: number;
      readonly headers: readonly HeaderPair[];
      readonly body: Uint8Array;
    }
  /** Nobody could be reached: nothing was sent. */
  | { readonly kind: 'unreachable'; readonly ms: number; readonly code: string }
  /** The connection ended without an answer. */
  | { readonly kind: 'disconnected'; readonly ms: number; readonly code: string }
  | { readonly kind: 'timed_out'; readonly ms: number }
  /** We hung up on purpose, in the middle of the body. */
  | { readonly kind: 'cut_off'; readonly ms: number }
  | { readonly kind: 'interrupted'; readonly ms: number };

/** What {@link exchange} needs beside the delivery. */
export interface ExchangeOptions {
  /** Milliseconds for the whole of it, the answer's body included. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly host: Pick<Host, 'now' | 'sleep'>;
}

// An answer says an outcome in a line. Whoever sends more is cut, not trusted with our memory.
const MAX_ANSWER_BYTES = 1_048_576;

/**
 * Sends one delivery over a connection of its own and waits for the answer. Redirects are not followed, and nothing is
 * decoded. Never rejects for what a receiver or the network can cause.
 */
export function exchange(delivery: OutgoingDelivery, options: ExchangeOptions): Promise<Exchange> {
  const { host, signal } = options;
  const start = host.now();
  const elapsed = (): number => host.now() - start;
  if (signal.aborted) return Promise.resolve({ kind: 'interrupted', ms: 0 });
  return new Promise((resolve) => {
    const request = open(delivery);
    let connected = false;
    let answering = false;
    const finish = (result: Exchange): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupt);
      request.destroy();
      resolve(result);
    };
    const interrupt = (): void => finish({ kind: 'interrupted', ms: elapsed() });
    const timer = setTimeout(() => finish({ kind: 'timed_out', ms: elapsed() }), options.timeout);
    signal.addEventListener('abort', interrupt);
    request.on('socket', (socket) => {
      socket.once(delivery.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      // Whoever answers before the body is sent may close on us; the answer counts.
      if (answering) return;
      const kind = connected ? 'disconnected' : 'unreachable';
      finish({ kind, ms: elapsed(), code: error.code ?? error.message });
    });
    request.on('response', (response) => {
      answering = true;
      void readAnswer(response).then((answer) =>
        finish(
          answer === undefined
            ? { kind: 'disconnected', ms: elapsed(), code: 'ECONNRESET' }
            : { kind: 'answered', ms: elapsed(), ...answer },
        ),
      );
    });
    void sendBody(request, delivery, options).then((sent) => {
      if (sent === 'cut off') finish({ kind: 'cut_off', ms: elapsed() });
    });
  });
}

function open(delivery: OutgoingDelivery): ClientRequest {
  const { url, method, body } = delivery;
  const length: HeaderPair =
    delivery.manner === 'in chunks'
      ? ['Transfer-Encoding', 'chunked']
      : ['Content-Length', String(body.length)];
  const headers: readonly HeaderPair[] = [
    ['Host', url.host],
    ...delivery.headers,
    length,
    ['Connection', 'close'],
  ];
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  // As a flat list, Node sends headers as they are: no order, spelling or repetition is lost.
  return send(url, { method, agent: false, headers: headers.flat() });
}

async function readAnswer(
  response: IncomingMessage,
): Promise<{ status: number; headers: HeaderPair[]; body: Uint8Array } | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_ANSWER_BYTES) break;
    }
  } catch {
    return undefined;
  }
  const body = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES);
  return { status: response.statusCode ?? 0, headers: headerPairs(response.rawHeaders), body };
}
