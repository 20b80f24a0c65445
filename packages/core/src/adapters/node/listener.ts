import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { NoSchemas, Schemas } from '../../events/schemas.js';
import { checkNames, checkOptions } from '../../options/check-options.js';
import { toAck } from '../../outcome/ack.js';
import type { ReceiverOptions } from '../../receiver/options.js';
import type { Receiver } from '../../receiver/receiver.js';
import type { Adapter, WithReceiver } from '../adapter.js';
import { receiveWith } from '../receive-with.js';
import { checkNodeRequest, nodeDelivery } from './node-delivery.js';
import { sendAck } from './send-ack.js';

/** `framework` of handlers and resolvers behind {@link listener}. */
export interface NodeFramework {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** Options of {@link listener}. */
export interface ListenerOptions {
  /**
   * The pathname of the endpoint as it is on the wire, without the query. It is compared byte for byte: no patterns, and a
   * trailing slash makes another path.
   */
  readonly path: string;
  /** Gets every other request, unread: an Express app, `koa.callback()`. Default: answers 404. */
  readonly fallback?: RequestListener;
}

const FIX =
  'Hand the request to listener() before anything reads it: body parsers belong behind `fallback`.';

const nodeAdapter: Adapter<[req: IncomingMessage, res: ServerResponse], NodeFramework, void> = {
  delivery: (req) => nodeDelivery(req, { fix: FIX }),
  context: (req, res) => ({ framework: { req, res } }),
  answer: (ack, req, res) => sendAck(req, res, ack),
};

/**
 * A request listener for `http.createServer` that receives webhooks at one path, in front of an app on the same server.
 * No body parser of the app runs before it, so the bytes are exact, and deliveries skip the app's framework. Handlers
 * and resolvers get `{ req, res }` as `framework`. An error outside the receiver (the raw body is gone) is answered 500
 * and emitted as a process warning.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * const screening = listener({ secret, handlers }, { path: '/webhooks/screening', fallback: app });
 * createServer(screening).listen(3000);
 * process.once('SIGTERM', () => screening.receiver.drain());
 */
export function listener<Given extends Schemas = NoSchemas>(
  given: Receiver<NodeFramework> | ReceiverOptions<NodeFramework, Given>,
  options: ListenerOptions,
): WithReceiver<RequestListener, NodeFramework> {
  checkOptions(options, "listener(receiver, { path: '/webhooks/screening' })");
  checkNames(options, { path: true, fallback: true }, 'listener');
  const { path, fallback = notFound } = options;
  check(path, fallback);
  const { receiver, handle } = receiveWith(nodeAdapter, given, 'listener');
  const withQuery = `${path}?`;

  async function deliver(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      await handle(req, res);
    } catch (error) {
      // No framework is here to handle the error.
      process.emitWarning(error instanceof Error ? error : 'The webhook listener failed.');
      answerFailed(req, res, error);
    }
  }

  const onRequest: RequestListener = (req, res) => {
    checkNodeRequest(req);
    const target = originForm(req.url ?? '');
    // Returned, as `fallback` alone would be: a server with `captureRejections` looks at the promise.
    return target === path || target.startsWith(withQuery) ? deliver(req, res) : fallback(req, res);
  };
  return Object.assign(onRequest, { receiver });
}

function answerFailed(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  try {
    sendAck(req, res, toAck({ kind: 'failed', error }));
  } catch {
    // The response itself fails: a closed connection makes the sender retry.
    res.destroy();
  }
}

/** RFC 9112 section 3.2.2: a server must accept `POST http://host/path` too, which clients send to proxies. */
function originForm(target: string): string {
  if (target.startsWith('/') || !URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

function notFound(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(404).end();
}

function check(path: string, fallback: unknown): void {
  if (!isPathname(path)) {
    throw new TypeError(
      `path: expected the pathname of the endpoint as it is on the wire, such as '/webhooks/screening', got ${JSON.stringify(path)}. Give it a leading slash, no query, and what a URL escapes in its escaped form.`,
    );
  }
  if (typeof fallback !== 'function') {
    throw new TypeError(
      'fallback: expected a request listener: an Express app as it is, of a Koa app its callback(). Leave it out to answer 404.',
    );
  }
}

// Anything that a URL would write otherwise ('//x', a space, a query, '..') would match no request, ever.
function isPathname(path: unknown): boolean {
  const base = 'http://localhost';
  return (
    typeof path === 'string' && URL.canParse(path, base) && new URL(path, base).pathname === path
  );
}
