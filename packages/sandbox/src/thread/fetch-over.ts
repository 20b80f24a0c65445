import type { MessagePort } from 'node:worker_threads';
import {
  type CallerMessage,
  errorParts,
  type HandlerMessage,
  PortClosedError,
  RemoteError,
} from './messages.js';

/** Sends a request and resolves with the head of its response. The body arrives as it is read. */
export type Fetch = (request: Request) => Promise<Response>;

interface Call {
  /** Held, because a Request must stay alive for its signal to fire. */
  readonly request: Request;
  readonly resolve: (response: Response) => void;
  /** Rejects the call, or breaks the body. */
  readonly fail: (reason: unknown) => void;
  readonly stopListening: () => void;
  body?: ReadableStreamDefaultController<Uint8Array>;
}

/**
 * Sends requests to the `serveFetch` at the other end of a port. The caller's thread stays alive while a call is pending.
 * Otherwise, the port does not keep it alive. It uses no timer and no clock.
 *
 * The promises reject with a `RemoteError` when the handler failed, with the signal's reason when the request was aborted,
 * and with a `PortClosedError` when the port is closed.
 */
export function fetchOver(port: MessagePort): Fetch {
  const calls = new Map<number, Call>();
  let lastId = 0;
  let closed = false;

  const post = (message: CallerMessage, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(message, transfer);
  const finish = (id: number): Call | undefined => {
    const call = calls.get(id);
    calls.delete(id);
    call?.stopListening();
    if (calls.size === 0) port.unref();
    return call;
  };
  const abort = (id: number, reason: unknown): void => {
    const call = finish(id);
    if (!call) return;
    post({ kind: 'abort', id, reason: errorParts(reason) });
    call.fail(reason);
  };
  const streamBody = (id: number, call: Call): ReadableStream<Uint8Array> =>
    new ReadableStream(
      {
        start: (controller) => {
          call.body = controller;
        },
        pull: () => post({ kind: 'pull', id }),
        cancel: (reason) => abort(id, reason),
      },
      { highWaterMark: 0 },
    );

  port.on('message', (message: HandlerMessage) => {
    const { id } = message;
    const call = calls.get(id);
    // Aborted while the message was in flight.
    if (!call) return;
    if (message.kind === 'head') {
      try {
        call.resolve(new Response(message.hasBody ? streamBody(id, call) : null, message));
      } catch (error) {
        // A status text that HTTP does not allow.
        abort(id, error);
      }
    } else if (message.kind === 'part') {
      call.body?.enqueue(message.bytes);
    } else if (message.kind === 'end') {
      finish(id)?.body?.close();
    } else {
      finish(id)?.fail(new RemoteError(message.error));
    }
  });
  port.on('close', () => {
    closed = true;
    for (const id of [...calls.keys()]) finish(id)?.fail(new PortClosedError());
  });
  port.unref();

  return (request) =>
    new Promise((resolve, reject) => {
      const { method, url, headers, signal } = request;
      if (closed) throw new PortClosedError();
      if (signal.aborted) throw signal.reason;
      lastId += 1;
      const id = lastId;
      const onAbort = (): void => abort(id, signal.reason);
      signal.addEventListener('abort', onAbort);
      const call: Call = {
        request,
        resolve,
        fail: (reason) => {
          reject(reason);
          call.body?.error(reason);
        },
        stopListening: () => signal.removeEventListener('abort', onAbort),
      };
      calls.set(id, call);
      port.ref();
      readBytes(request).then(
        (body) => {
          if (!calls.has(id)) return;
          const transfer = body ? [body.buffer] : [];
          post({ kind: 'request', id, method, url, headers: [...headers], body }, transfer);
        },
        (error) => finish(id)?.fail(error),
      );
    });
}

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  return request.body && new Uint8Array(await request.arrayBuffer());
}
