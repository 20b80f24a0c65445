import type { MessagePort } from 'node:worker_threads';
import {
  type CallerMessage,
  errorParts,
  type HandlerMessage,
  PortClosedError,
  RemoteError,
} from './messages.js';

/** A request that is being answered. */
interface Exchange {
  readonly controller: AbortController;
  /** Allows one more part of the body to be posted. */
  pull: () => void;
}

/**
 * Answers the requests of the `fetchOver` at the other end of a port. Errors of `handler`, and results that are not a Response,
 * reach the caller as errors. The request's signal aborts when the caller aborts and when the port closes.
 */
export function serveFetch(
  port: MessagePort,
  handler: (request: Request) => Response | Promise<Response>,
): void {
  const exchanges = new Map<number, Exchange>();
  const post = (message: HandlerMessage, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);

  port.on('message', (message: CallerMessage) => {
    const { kind, id } = message;
    if (kind === 'pull') return exchanges.get(id)?.pull();
    if (kind === 'abort')
      return exchanges.get(id)?.controller.abort(new RemoteError(message.reason));
    const exchange = { controller: new AbortController(), pull: () => {} };
    exchanges.set(id, exchange);
    answer(message, handler, exchange, post)
      .catch((error: unknown) => post({ kind: 'error', id, error: errorParts(error) }))
      .finally(() => exchanges.delete(id));
  });
  port.on('close', () => {
    for (const { controller } of exchanges.values()) controller.abort(new PortClosedError());
  });
}

async function answer(
  { id, method, url, headers, body }: Extract<CallerMessage, { kind: 'request' }>,
  handler: (request: Request) => Response | Promise<Response>,
  exchange: Exchange,
  post: (message: HandlerMessage, transfer?: ArrayBuffer[]) => void,
): Promise<void> {
  const { signal } = exchange.controller;
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => {});
  const request = new Request(url, { method, headers, body, signal });
  const response: unknown = await Promise.race([handler(request), aborted]);
  if (!isResponse(response))
    throw new TypeError('the handler must return a Response with a status from 200 to 599');
  const { status, statusText } = response;
  // A lookalike may have a body where HTTP allows none.
  const reader = [204, 205, 304].includes(status) ? undefined : response.body?.getReader();
  post({
    kind: 'head',
    id,
    status,
    statusText,
    headers: [...response.headers],
    hasBody: reader !== undefined,
  });
  if (reader) await postBody(id, reader, exchange, aborted, post);
  else post({ kind: 'end', id });
}

async function postBody(
  id: number,
  reader: ReadableStreamDefaultReader<unknown>,
  exchange: Exchange,
  aborted: Promise<never>,
  post: (message: HandlerMessage, transfer?: ArrayBuffer[]) => void,
): Promise<void> {
  let allowed = 1;
  let wake = (): void => {};
  exchange.pull = () => {
    allowed += 1;
    wake();
  };
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), aborted]);
      if (done) return post({ kind: 'end', id });
      if (!ArrayBuffer.isView(value)) throw new TypeError('the body must be a stream of bytes');
      while (allowed === 0) {
        const pulled = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([pulled, aborted]);
      }
      allowed -= 1;
      // A copy: the buffer of the part may belong to others, and a clone would hold all of it.
      const bytes = new Uint8Array(value.byteLength);
      bytes.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
      post({ kind: 'part', id, bytes }, [bytes.buffer]);
    }
  } catch (error) {
    // Not awaited: the source may never answer.
    reader.cancel(error).catch(() => {});
    throw error;
  }
}

// Not by instanceof: a framework may bring its own class. Response.error() has status 0.
function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false;
  const { status, headers }: { status?: unknown; headers?: unknown } = value;
  const valid = typeof status === 'number' && status >= 200 && status <= 599;
  return valid && typeof headers === 'object' && headers !== null && Symbol.iterator in headers;
}
