import { request as httpRequest, type IncomingMessage } from 'node:http';
import { isIPv6, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as tlsConnect } from 'node:tls';
import { type TransferMode, writeBody } from '@screening-webhooks/testing/faults';
import { limits } from '../limits/limits.js';
import { withoutTrailingDot } from './network.js';
import { type ConnectionPhase, describeFailure, SendError } from './send-error.js';
import type { Target } from './target.js';

const { most: MAX_HEADER_BYTES } = limits.responseHeaders;
// Node gives up on an address after 250 ms when there is another one, which is too short for a distant host.
const ATTEMPT_TIMEOUT_MS = 1_000;

/** One request to vetted addresses. */
interface Post {
  readonly target: Target;
  readonly addresses: readonly string[];
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly transferMode: TransferMode;
  /** Milliseconds for TCP and TLS together. */
  readonly connectTimeoutMs: number;
  /** Closes the connection, also while the body of the response is read. */
  readonly signal: AbortSignal;
}

/**
 * Posts over a new connection and resolves with the final response once its headers are complete. Earlier 1xx
 * responses are skipped.
 *
 * @throws SendError
 */
export function post(options: Post): Promise<IncomingMessage> {
  const { target, signal, connectTimeoutMs } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = openSocket(target, options.addresses);
    let phase: ConnectionPhase = 'connecting';
    const fail = (error: unknown): void => {
      reject(describeFailure(error, phase));
      socket.destroy();
    };
    const timer = setTimeout(
      () => fail(new SendError('connect_timeout', `No connection within ${connectTimeoutMs} ms.`)),
      connectTimeoutMs,
    );
    const abort = (): void => fail(signal.reason);
    signal.addEventListener('abort', abort);
    socket.once('connect', () => {
      phase = target.secure ? 'handshake' : 'exchange';
    });
    socket.once(target.secure ? 'secureConnect' : 'connect', () => {
      phase = 'exchange';
      clearTimeout(timer);
    });
    // The request stops listening when it is over, and the socket may fail later.
    socket.on('error', fail);
    socket.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    });

    const request = httpRequest({
      createConnection: () => socket,
      method: options.method,
      path: target.path,
      headers: options.headers,
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    });
    // Node adds this header unless it is removed. The receiver gets the headers of the caller and no other.
    request.removeHeader('Connection');
    request.on('error', fail);
    request.on('upgrade', () => {
      fail(new SendError('invalid_response', 'The peer switched protocols without being asked.'));
    });
    const leaves = options.transferMode === 'hang up' || options.transferMode === 'cut off';
    request.on('response', (response) => {
      if (leaves) return response.resume();
      const { statusCode = 0 } = response;
      if (statusCode >= 200) return resolve(response);
      const message = `The status ${statusCode} is not a final response.`;
      return fail(new SendError('invalid_response', message));
    });
    const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal });
    writeBody(request, options.body, options.transferMode, pause).then((end) => {
      if (end === 'sent') return;
      const when = end === 'left' ? 'before the response' : 'in the middle of the body';
      fail(new SendError('cut_off', `The fault closed the connection ${when}.`));
    }, fail);
  });
}

/**
 * Starts a connection to the first of `addresses` that accepts one. They must have been vetted: nothing else is
 * connected to, and nothing is resolved here.
 */
function openSocket(target: Target, addresses: readonly string[]): Socket {
  const vetted = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const lookup: LookupFunction = (_host, _options, callback) => callback(null, vetted);
  const options = {
    host: target.host,
    port: target.port,
    lookup,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
  };
  if (!target.secure) return netConnect(options);
  return tlsConnect({
    ...options,
    // An IP address must not be a server name (RFC 6066). Nor may a name end with a dot.
    servername: target.isLiteral ? '' : withoutTrailingDot(target.host),
    ALPNProtocols: ['http/1.1'],
  });
}
