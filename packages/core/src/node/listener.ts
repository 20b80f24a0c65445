import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { toAck } from '../pipeline/ack.js';
import type { Receiver } from '../receiver.js';
import { type BodyBefore, nodeDelivery } from './node-delivery.js';
import { sendAck } from './send-ack.js';

/** What handlers and resolvers get as `framework` behind {@link listener}. */
export interface NodeFramework {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** Options of {@link listener}. */
export interface ListenerOptions {
  /**
   * The pathname of the endpoint as it is on the wire: compared byte for byte, the query left out. No patterns, and a
   * trailing slash is another path: two addresses for one endpoint are two for everything that limits or logs by path.
   */
  readonly path: string;
  /** Gets every other request, untouched: an Express app, `koa.callback()`. Default: answers 404. */
  readonly otherwise?: RequestListener;
}

const nothingBefore: BodyBefore = {
  kept: undefined,
  cure: 'Hand the request to listener() before anything reads it: what parses bodies belongs in `otherwise`.',
};

/**
 * A request listener for `http.createServer` that receives webhooks at one path, in front of an app on the same server.
 * No body parser of the app runs before it, so that the bytes are exact, and no request of the service pays for the
 * app's framework. Handlers and resolvers get `{ req, res }` as `framework`. What goes wrong in front of the receiver (a
 * raw body that is gone) is answered 500, and emitted as a warning of the process.
 *
 * @throws TypeError for a malformed option, naming the option and the cure.
 * @example
 * createServer(listener(receiver, { path: '/webhooks/screening', otherwise: app })).listen(3000);
 */
export function listener(
  receiver: Receiver<NodeFramework>,
  { path, otherwise = notFound }: ListenerOptions,
): RequestListener {
  check(receiver, path, otherwise);
  const { receive } = receiver;
  const withQuery = `${path}?`;

  async function deliver(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      const delivery = nodeDelivery(req, () => nothingBefore);
      sendAck(req, res, await receive(delivery, { framework: { req, res } }));
    } catch (error) {
      // There is no framework here whose error handling could say it.
      process.emitWarning(error instanceof Error ? error : String(error));
      sendAck(req, res, toAck({ kind: 'failed', error }));
    }
  }

  return (req, res) => {
    const target = originForm(req.url ?? '');
    // Returned, as Node would see it without us: a server with `captureRejections` looks at it.
    return target === path || target.startsWith(withQuery)
      ? deliver(req, res)
      : otherwise(req, res);
  };
}

/** RFC 9112 section 3.2.2: a server must accept `POST http://host/path` too, though only proxies are sent it. */
function originForm(target: string): string {
  if (target.startsWith('/') || !URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

function notFound(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(404).end();
}

function check(receiver: Receiver<NodeFramework>, path: string, otherwise: unknown): void {
  if (typeof receiver?.receive !== 'function') {
    throw new TypeError('receiver: expected what createReceiver() returns.');
  }
  if (!isPathname(path)) {
    throw new TypeError(
      `path: expected the pathname of the endpoint as it is on the wire, such as '/webhooks/screening', got ${JSON.stringify(path)}. Give it a leading slash, no query, and what a URL escapes in its escaped form.`,
    );
  }
  if (typeof otherwise !== 'function') {
    throw new TypeError(
      'otherwise: expected a request listener: an Express app as it is, of a Koa app its callback(). Leave it out to answer 404.',
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
