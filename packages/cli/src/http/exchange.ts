import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type TransferMode, writeBody } from '@screening-webhooks/testing/faults';
import type { Host } from '../host.js';
import { type HeaderPair, headerPairs } from './headers.js';

/** One request. `body` is sent byte for byte. */
export interface OutgoingDelivery {
  readonly url: URL;
  readonly method: string;
  /** Sent in this order and spelling. `Host`, `Connection` and the body's length are added. */
  readonly headers: readonly HeaderPair[];
  readonly body: Uint8Array;
  readonly transferMode: TransferMode;
}

/** The result of a request. `ms` is the time it took, in milliseconds. */
export type Exchange =
  | {
      readonly kind: 'answered';
      readonly ms: number;
      readonly status: number;
      readonly headers: readonly HeaderPair[];
      readonly body: Uint8Array;
    }
  /** No connection could be opened, so nothing was sent. */
  | { readonly kind: 'unreachable'; readonly ms: number; readonly code: string }
  /** The connection closed without an answer. */
  | { readonly kind: 'disconnected'; readonly ms: number; readonly code: string }
  | { readonly kind: 'timed_out'; readonly ms: number }
  /** The client closed the connection on purpose, in the middle of the body. */
  | { readonly kind: 'cut_off'; readonly ms: number }
  /** The client sent the whole body and did not take the response, on purpose. */
  | { readonly kind: 'left'; readonly ms: number }
  | { readonly kind: 'interrupted'; readonly ms: number };

/** Options of {@link exchange}. */
export interface ExchangeOptions {
  /** Milliseconds for the whole exchange, including the body of the answer. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  readonly host: Pick<Host, 'now' | 'sleep'>;
}

// An answer states an outcome in one line. Reading stops at this bound to protect memory.
const MAX_ANSWER_BYTES = 1_048_576;

/**
 * Sends one delivery over a new connection and waits for the answer. Does not follow redirects or decode content. Never
 * rejects because of the receiver or the network.
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
      // A receiver that answers before the whole body is sent may close the connection; its answer counts.
      if (answering) return;
      const kind = connected ? 'disconnected' : 'unreachable';
      finish({ kind, ms: elapsed(), code: error.code ?? error.message });
    });
    request.on('response', (response) => {
      answering = true;
      void readAnswer(response).then((answer) =>
        finish(
          delivery.transferMode === 'ignore the answer'
            ? { kind: 'left', ms: elapsed() }
            : { kind: 'answered', ms: elapsed(), ...answer },
        ),
      );
    });
    const pause = (ms: number): Promise<void> => options.host.sleep(ms, options.signal);
    void writeBody(request, delivery.body, delivery.transferMode, pause).then((sent) => {
      if (sent === 'cut off') finish({ kind: 'cut_off', ms: elapsed() });
      if (sent === 'left') finish({ kind: 'left', ms: elapsed() });
    });
  });
}

/** Whether a status is a 2xx. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function open(delivery: OutgoingDelivery): ClientRequest {
  const { url, method, body } = delivery;
  const length: HeaderPair =
    delivery.transferMode === 'in chunks'
      ? ['Transfer-Encoding', 'chunked']
      : ['Content-Length', String(body.length)];
  const headers: readonly HeaderPair[] = [
    ['Host', url.host],
    ...delivery.headers,
    length,
    ['Connection', 'close'],
  ];
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  // Node sends a flat list of headers unchanged, including their order, spelling and repetitions.
  return send(url, { method, agent: false, headers: headers.flat() });
}

async function readAnswer(
  response: IncomingMessage,
): Promise<{ status: number; headers: HeaderPair[]; body: Uint8Array }> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The status decides, and it has arrived.
  }
  const body = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES);
  return { status: response.statusCode ?? 0, headers: headerPairs(response.rawHeaders), body };
}
