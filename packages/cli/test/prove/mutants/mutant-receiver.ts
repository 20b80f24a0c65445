import { type IncomingMessage, type RequestListener, Server, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { ReceiverProbe } from '../receivers/probe.js';
import type { FlawName } from './flaws.js';
import { createHandling, type MutantEvent, turns } from './mutant-handling.js';
import { expectedMacs, isGenuine } from './mutant-signature.js';

const MAX_BYTES = 1_048_576;

/** Answers a request with the status of a receiver, and with a text if the flaw is in the text. */
export type Answer = (
  status: number,
  req: IncomingMessage,
  res: ServerResponse,
  text?: string,
) => void;

const plainAnswer: Answer = (status, _req, res, text) => {
  if (!res.headersSent) res.writeHead(status).end(text);
  else if (status < 300) res.end();
  else res.destroy();
};

/** A receiver on Node's HTTP server, correct apart from one flaw. Without a flaw, it passes every check. */
export function createMutant(
  flaw: FlawName | undefined,
  secrets: readonly string[],
  probe: ReceiverProbe,
  answer: Answer = plainAnswer,
): RequestListener {
  const workers = [createHandling(flaw, probe), createHandling(flaw, probe)] as const;
  const seenTimes = new Set<string>();
  const shared: Buffer[] = [];
  let requests = 0;
  let broken = false;
  let watched = false;

  const receive = async (
    req: IncomingMessage,
    res: ServerResponse,
    say: (text: string) => void,
  ): Promise<number> => {
    requests += 1;
    const handling = workers[flaw === 'two-memories' && requests % 2 === 0 ? 1 : 0];
    if (req.method !== 'POST' && flaw !== 'any-method') return 405;
    const mediaType = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (mediaType !== 'application/json' && flaw !== 'any-media-type') return 415;
    const encoding = req.headers['content-encoding'];
    if (encoding !== undefined && flaw !== 'inflates') return 415;
    if (req.headers['content-length'] === undefined && flaw === 'needs-a-length') return 411;
    const sent = await readBody(req, flaw, shared);
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
    const [, t = ''] = /(?:^|,)t=(\d+)/.exec(header ?? '') ?? [];
    if (flaw === 'handles-what-is-ahead' && Number(t) > now + 300) {
      if (isGenuine('ignores-future', { header, body, secrets, now })) {
        await handling.work(idIn(body));
      }
    }
    if (!isGenuine(flaw, { header, body, secrets, now })) {
      if (flaw === 'tells-the-signature') {
        const [mac] = expectedMacs(flaw, t, { body, secrets });
        say(`expected ${mac}`);
      }
      if (flaw === 'tells-the-secret') say(JSON.stringify({ secrets }));
      return 401;
    }
    if (flaw === 't-once' && seenTimes.has(t)) return 401;
    seenTimes.add(t);
    const event = eventIn(body, flaw);
    if (event === undefined) return flaw === 'acks-malformed' ? 200 : 422;
    if (flaw === 'early-headers') res.writeHead(200).flushHeaders();
    let left = false;
    res.on('close', () => {
      left = !res.writableFinished;
      if (left && flaw === 'forgets-running-when-the-client-left') handling.forget(event.id);
    });
    const status = await handling.handle(event, body);
    if (left && flaw === 'forgets-when-the-client-left') handling.forget(event.id);
    return status;
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
    let text: string | undefined;
    const say = (words: string): void => {
      text = words;
    };
    void receive(req, res, say)
      .catch(() => 500)
      .then((status) => {
        req.resume();
        answer(status, req, res, text);
      });
  };
}

/** Returns `undefined` for a body that is too large. */
async function readBody(
  req: IncomingMessage,
  flaw: FlawName | undefined,
  shared: Buffer[],
): Promise<Buffer | undefined> {
  const limit = flaw === 'limit-of-100-kb' ? 100_000 : MAX_BYTES;
  const chunks = flaw === 'shared-buffer' ? shared : [];
  chunks.length = 0;
  if (flaw === 'shared-buffer') await turns();
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

/** Returns `undefined` for a body that is not an event. */
function eventIn(body: Buffer, flaw: FlawName | undefined): MutantEvent | undefined {
  let value: unknown;
  try {
    // TextDecoder drops a byte order mark.
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const event = Object.entries(value);
  const { id, type, created, data } = Object.fromEntries(event);
  if (flaw !== 'takes-any-id' && (typeof id !== 'string' || id === '')) return undefined;
  if (typeof type !== 'string') return undefined;
  if (typeof data !== 'object' || data === null) return undefined;
  const members = Object.fromEntries(Object.entries(data));
  return { id: String(id), type, created, data: members, keys: event.length };
}
