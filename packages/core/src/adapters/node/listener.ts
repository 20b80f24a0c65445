import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { NoSchemas, Schemas } from '../../events/schemas.js';
import { checkNames, checkOptions } from '../../options/check-options.js';
import { toAck } from '../../outcome/ack.js';
import type { ReceiverOptions } from '../../receiver/options.js';
import type { Receiver } from '../../receiver/receiver.js';
import type { Adapter } from '../adapter.js';
import { receiveWith } from '../receive-with.js';
import { checkNodeRequest, nodeDelivery } from './node-delivery.js';
import { sendAck } from './send-ack.js';

/** `framework` of handlers and resolvers behind {@link listener}. On a server of `node:http2`, they are the objects of its compatibility API. */
export interface NodeFramework {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** A request listener for a server of `node:http` or `node:http2`, which receives webhooks. */
export interface WebhookListener extends RequestListener {
  (request: Http2ServerRequest, response: Http2ServerResponse): void;
  /** The receiver behind it: the one that was given, or the one built from the options. `drain` it at the end. */
  readonly receiver: Receiver<NodeFramework>;
}

/** Options of {@link listener}. */
export interface ListenerOptions {
  /**
   * The pathname of the endpoint as the client sends it, without the query. It is compared byte for byte: no patterns, and a
   * trailing slash makes another path.
   */
  readonly path: string;
  /** Gets every other request, unread: an Express app, `koa.callback()`. Default: answers 404. */
  readonly fallback?: RequestListener | undefined;
}

const FIX =
  'Hand the request to listener() before anything reads it: body parsers belong behind `fallback`.';

const nodeAdapter: Adapter<[req: IncomingMessage, res: ServerResponse], NodeFramework, void> = {
  delivery: (req) => nodeDelivery(req, { fix: FIX }),
  context: (req, res) => ({ framework: { req, res } }),
  answer: (ack, req, res) => sendAck(req, res, ack),
};

/**
 * A request listener that receives webhooks. Without options it takes every request that it is given: for frameworks that
 * have routed already. With `path` it is for `http.createServer`, and takes the requests to that path, in front of an app on
 * the same server. No body parser of the app runs before it, so the bytes are exact, and deliveries skip the app's framework.
 *
 * Handlers and resolvers get `{ req, res }` as `framework`. An error outside the receiver (the raw body is gone) is answered
 * 500 and emitted as a process warning. The first signed request that `path` does not match, and that is answered 404, is
 * one line on the console.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * export default listener(receiver); // pages/api/webhooks/screening.ts of Next.js
 * @example
 * const screening = listener({ secret, handlers }, { path: '/webhooks/screening', fallback: app });
 * createServer(screening).listen(3000);
 * process.once('SIGTERM', () => screening.receiver.drain());
 */
export function listener<Given extends Schemas = NoSchemas>(
  given: ReceiverOptions<NodeFramework, Given>,
  options?: ListenerOptions,
): WebhookListener;
/** The same with a receiver of `createReceiver`. */
export function listener<Given extends Schemas = NoSchemas>(
  given: Receiver<NodeFramework> | ReceiverOptions<NodeFramework, Given>,
  options?: ListenerOptions,
): WebhookListener;
export function listener<Given extends Schemas = NoSchemas>(
  given: Receiver<NodeFramework> | ReceiverOptions<NodeFramework, Given>,
  options?: ListenerOptions,
): WebhookListener {
  if (options !== undefined) check(options);
  const { receiver, handle } = receiveWith(nodeAdapter, given, 'listener');

  async function deliver(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      await handle(req, res);
    } catch (error) {
      // No framework is here to handle the error.
      process.emitWarning(error instanceof Error ? error : 'The webhook listener failed.');
      answerFailed(req, res, error);
    }
  }

  const take = options ? atPath(options, deliver) : deliver;
  const onRequest: RequestListener = (req, res) => {
    checkNodeRequest(req);
    // Returned, as `fallback` alone would be: a server with `captureRejections` looks at the promise.
    return take(req, res);
  };
  // The objects of node:http2 have each member that is used here; their types do not say so.
  return Object.assign(onRequest as WebhookListener, { receiver });
}

function atPath(
  { path, fallback = notFound }: ListenerOptions,
  deliver: RequestListener,
): RequestListener {
  let hasWarned = false;

  function warnOnceIfNotFound(res: ServerResponse, sentTo: string): void {
    res.once('finish', () => {
      if (hasWarned || res.statusCode !== 404) return;
      hasWarned = true;
      // biome-ignore lint/suspicious/noConsole: the receiver never sees this request, so its observer cannot say it.
      console.warn(
        `[screening-webhooks] listener waits at ${path}; a signed request came to ${printable(sentTo)} and was answered 404. Give listener() the path that the service sends to, or, in a framework that has routed already, no path: listener(receiver).`,
      );
    });
  }

  return (req, res) => {
    const sentTo = pathnameOf(targetAsSent(req));
    if (sentTo === path) return deliver(req, res);
    // Only a 404 says that nobody waits there: the app may have webhooks of its own.
    if (!hasWarned && req.headers['service-signature'] !== undefined) {
      warnOnceIfNotFound(res, sentTo);
    }
    return fallback(req, res);
  };
}

function answerFailed(req: IncomingMessage, res: ServerResponse, error: unknown): void {
  try {
    sendAck(req, res, toAck({ kind: 'failed', error }));
  } catch {
    // The response itself fails: a closed connection makes the sender retry.
    res.destroy();
  }
}

/** The request target as the client sent it: Express, connect and h3 1 cut the prefix of a mount off `url` alone. */
function targetAsSent(req: IncomingMessage): string {
  return 'originalUrl' in req && typeof req.originalUrl === 'string'
    ? req.originalUrl
    : (req.url ?? '');
}

/** RFC 9112 section 3.2.2: a server must accept `POST http://host/path` too, which clients send to proxies. */
function pathnameOf(target: string): string {
  if (!target.startsWith('/') && URL.canParse(target)) return new URL(target).pathname;
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}

// The client chose it: it may not start a new line or colour the terminal.
function printable(path: string): string {
  return path.slice(0, 100).replace(/[^\x20-\x7e]/g, '?');
}

function notFound(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(404).end();
}

function check(options: ListenerOptions): void {
  checkOptions(options, "listener(receiver, { path: '/webhooks/screening' })");
  checkNames(options, { path: true, fallback: true }, 'listener');
  const { path, fallback = notFound } = options;
  if (path === undefined && options.fallback !== undefined) {
    throw new TypeError(
      "fallback: expected a `path` beside it, because listener(receiver) alone takes every request. Call listener(receiver, { path: '/webhooks/screening', fallback: app }).",
    );
  }
  if (!isPathname(path)) {
    throw new TypeError(
      `path: expected the pathname of the endpoint as it is on the wire, such as '/webhooks/screening', got ${JSON.stringify(path)}. Give it a leading slash, no query, and what a URL escapes in its escaped form. In a framework that has routed already, call listener(receiver).`,
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
