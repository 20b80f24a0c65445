import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { TransferMode } from '@screening-webhooks/testing/faults';
import { type AddressPolicy, createGuard, type Guard } from './guard.js';
import { post } from './post.js';
import { type BodyLimits, defaultBodyLimits, readBody } from './read-body.js';
import { requestHeaders } from './request-headers.js';
import { type Lookup, resolveTarget, systemLookup } from './resolve-target.js';
import { describeFailure, SendError, type SendErrorCode } from './send-error.js';
import { parseTarget } from './target.js';
import { untilAborted } from './until-aborted.js';

/** One request. `Host` and the length of the body are added to the headers, and nothing else. */
export interface OutboundRequest {
  readonly url: string;
  /** Default: POST. */
  readonly method?: string;
  /** Default: at once. */
  readonly transferMode?: TransferMode;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Milliseconds from the call to the status line and headers. */
  readonly timeoutMs: number;
  /** Ends the request at once. */
  readonly signal?: AbortSignal;
}

/** The result of a request: `response` or `error`, never both. */
export type SendResult = {
  /** Whole milliseconds to the status line and headers, or to the error. */
  readonly durationMs: number;
  readonly response?: {
    /** 200 to 999. */
    readonly status: number;
    /** Names in lower case; repeated headers are joined with a comma. */
    readonly headers: Readonly<Record<string, string>>;
    /** At most 64 KiB, read for at most one second, decoded as UTF-8. May contain U+0000. */
    readonly body: string;
    /** Whether there was more of the body, or it did not end in time. */
    readonly truncated: boolean;
  };
  readonly error?: { readonly code: SendErrorCode; readonly message: string };
};

/** Sends requests to addresses that the policy allows. */
export interface Sender {
  /** Never rejects. */
  send(request: OutboundRequest): Promise<SendResult>;
  /** Aborts all requests in flight and resolves when they have ended. Later requests end as `aborted`. */
  close(): Promise<void>;
}

/** The settings that only tests of this folder change. */
export interface SenderInternals {
  readonly lookup?: Lookup;
  readonly connectTimeoutMs?: number;
  readonly bodyLimits?: BodyLimits;
}

const MAX_TIMER_MS = 2 ** 31 - 1;
const IGNORED = 'The fault did not take the response.';
// Made once: every request aborts itself at its end, and an error is slow to make.
const ENDED = new SendError('aborted', 'The request has ended.');

/**
 * Creates the sender of a service. Each request resolves its host anew, has its own connection and follows no redirect.
 *
 * @throws TypeError An entry of `policy.allowNet` is neither a network nor a host name.
 */
export function createSender(policy: AddressPolicy, internals: SenderInternals = {}): Sender {
  const guard = createGuard(policy);
  const inFlight = new Map<AbortController, Promise<SendResult>>();
  let closed = false;
  return {
    async send(request) {
      const ending = new AbortController();
      if (closed) ending.abort(new SendError('aborted', 'The sender is closed.'));
      const sending = sendOnce(request, guard, internals, ending);
      inFlight.set(ending, sending);
      try {
        return await sending;
      } finally {
        inFlight.delete(ending);
      }
    },
    async close() {
      closed = true;
      for (const ending of inFlight.keys()) {
        ending.abort(new SendError('aborted', 'The sender was closed.'));
      }
      await Promise.all(inFlight.values());
    },
  };
}

async function sendOnce(
  request: OutboundRequest,
  guard: Guard,
  internals: SenderInternals,
  ending: AbortController,
): Promise<SendResult> {
  const start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  const abort = (): void => ending.abort(new SendError('aborted', 'The request was aborted.'));
  const { signal } = request;
  if (signal) {
    // Many requests share a signal, and Node warns of a leak from the eleventh listener on.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
  }
  const timer = setTimeout(
    () => ending.abort(new SendError('timeout', `No response within ${request.timeoutMs} ms.`)),
    Math.min(request.timeoutMs, MAX_TIMER_MS),
  );
  try {
    const response = await respond(request, guard, internals, ending.signal);
    if (request.transferMode === 'ignore the answer') throw new SendError('timeout', IGNORED);
    const durationMs = elapsed();
    clearTimeout(timer);
    const read = await readBody(response, internals.bodyLimits ?? defaultBodyLimits);
    return {
      durationMs,
      response: {
        status: response.statusCode ?? 0,
        headers: joinHeaders(response.rawHeaders),
        ...read,
      },
    };
  } catch (error) {
    const { code, message } = describeFailure(error, 'exchange');
    return { durationMs: elapsed(), error: { code, message } };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    // Closes the connection. The peer may have answered before it read the whole request.
    ending.abort(ENDED);
  }
}

async function respond(
  request: OutboundRequest,
  guard: Guard,
  internals: SenderInternals,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const parsed = parseTarget(request.url);
  if ('problem' in parsed) throw new SendError('url_invalid', parsed.problem);
  const { target } = parsed;
  const { method = 'POST', transferMode = 'at once', body } = request;
  const length = transferMode === 'in chunks' ? undefined : body.byteLength;
  const headers = requestHeaders(request.headers, target, length);
  // A lookup cannot be canceled, only abandoned.
  const addresses = await untilAborted(
    resolveTarget(target, guard, internals.lookup ?? systemLookup),
    signal,
  );
  const connectTimeoutMs = internals.connectTimeoutMs ?? 5_000;
  return post({ target, addresses, method, headers, body, transferMode, connectTimeoutMs, signal });
}

/**
 * Makes a record of the flat list of names and values that Node reports. Names are in lower case; values of the same
 * name are joined with a comma.
 */
function joinHeaders(raw: readonly string[]): Record<string, string> {
  // A peer may name a header `__proto__`, so a plain object cannot collect them.
  const headers = new Map<string, string>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]?.toLowerCase() ?? '';
    const value = raw[i + 1] ?? '';
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}
