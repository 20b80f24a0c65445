import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { ReceiverProbe } from '../receivers/probe.js';
import type { FlawName } from './flaws.js';
import { createHandling, type MutantEvent } from './mutant-handling.js';
import { isGenuine } from './mutant-signature.js';

const MAX_BYTES = 1_048_576;

/** Answers a request with the status of a receiver. */
export type Answer = (status: number, req: IncomingMessage, res: ServerResponse) => void;

const plainAnswer: Answer = (status, _req, res) => {
  res.writeHead(status).end();
};

/** A receiver on Node's HTTP server, correct apart from one flaw. Without a flaw, it passes every check. */
export function createMutant(
  flaw: FlawName | undefined,
  secrets: readonly string[],
  probe: ReceiverProbe,
  answer: Answer = plainAnswer,
): RequestListener {
  const handling = createHandling(flaw, probe);
  let broken = false;
  let watched = false;

  const receive = async (req: IncomingMessage): Promise<number> => {
    if (req.method !== 'POST' && flaw !== 'any-method') return 405;
    const mediaType = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (mediaType !== 'application/json' && flaw !== 'any-media-type') return 415;
    const encoding = req.headers['content-encoding'];
    if (encoding !== undefined && flaw !== 'inflates') return 415;
    if (req.headers['content-length'] === undefined && flaw === 'needs-a-length') return 411;
    const sent = await readBody(req, flaw);
    if (sent === undefined) return flaw === 'acks-large-forgeries' ? 200 : 413;
    if (!req.complete && flaw !== 'first-piece-only') {
      broken ||= flaw === 'broken-by-a-cut-body';
      if (flaw === 'keeps-cut-bodies') handling.remember(idIn(sent));
      return 400;
    }
    if (broken) {
      broken = false;
      return 500;
    }
    const body = encoding === 'gzip' ? inflated(sent) : sent;
    if (body === undefined) return 415;
    if (flaw === 'work-before-signature') void handling.work(idIn(body)).catch(() => {});
    if (flaw === 'id-before-signature' && handling.knows(idIn(body))) return 200;
    const header = req.headers['service-signature']?.toString();
    const now = Math.floor(Date.now() / 1000);
    if (!isGenuine(flaw, { header, body, secrets, now })) return 401;
    const event = eventIn(body);
    if (event === undefined) return flaw === 'acks-malformed' ? 200 : 422;
    return handling.handle(event, body);
  };

  return (req, res) => {
    if (flaw === 'broken-by-garbage' && !watched) {
      watched = true;
      const server: unknown = Reflect.get(req.socket, 'server');
      if (!(server instanceof Server)) throw new Error('The socket does not name its server.');
      server.on('clientError', (_error, socket) => {
        broken = true;
        socket.destroy();
      });
    }
    void receive(req)
      .catch(() => 500)
      .then((status) => {
        req.resume();
        answer(status, req, res);
      });
  };
}

/** Undefined: too large. */
async function readBody(
  req: IncomingMessage,
  flaw: FlawName | undefined,
): Promise<Buffer | undefined> {
  const limit = flaw === 'limit-of-100-kb' ? 100_000 : MAX_BYTES;
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve) => {
    const done = (): void => resolve(Buffer.concat(chunks));
    req.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (flaw === 'first-piece-only') done();
      if (length > limit) resolve(undefined);
    });
    req.on('end', done);
    req.on('error', done);
    req.on('close', done);
  });
}

function inflated(bytes: Buffer): Buffer | undefined {
  try {
    return gunzipSync(bytes);
  } catch {
    return undefined;
  }
}

function idIn(body: Buffer): string {
  return /"id":\s*"([^"]+)"/.exec(body.toString())?.[1] ?? '';
}

/** Undefined: not an event. */
function eventIn(body: Buffer): MutantEvent | undefined {
  let value: unknown;
  try {
    // TextDecoder drops a byte order mark.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const event = Object.entries(value);
  const { id, type, data } = Object.fromEntries(event);
  if (typeof id !== 'string' || typeof type !== 'string') return undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  return { id, type, data: Object.fromEntries(Object.entries(data)), keys: event.length };
}
