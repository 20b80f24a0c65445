import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** An app on a free port. */
export interface ServedApp {
  readonly url: string;
  readonly port: number;
  readonly server: Server;
  /** Closes the server and its connections. */
  readonly stop: () => void;
}

/** Starts an app on a free port. The caller stops it: for tests that run concurrently. */
export async function startServer(app: RequestListener): Promise<ServedApp> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts an app on a free port for the length of one test, which does not run concurrently with others. */
export async function serve(app: RequestListener): Promise<ServedApp> {
  const served = await startServer(app);
  onTestFinished(served.stop);
  return served;
}

/** How an exchange ends. */
export interface ExchangeOptions {
  /**
   * When the client disconnects.
   * - `'answered'` (default): each request in the parts has its whole answer, or the server has closed the connection.
   * - `'started'`: the first bytes of an answer are here.
   * - `'closed'`: the server has closed the connection.
   * - `'sent'`: the bytes are sent.
   */
  readonly until?: 'answered' | 'started' | 'closed' | 'sent';
}

/**
 * Writes bytes to a socket, and returns everything that the server sends, whether the server closed the connection, and
 * whether the socket had an error.
 */
export async function rawExchange(
  port: number,
  parts: readonly (string | Uint8Array)[],
  { until = 'answered' }: ExchangeOptions = {},
): Promise<{ answer: string; closed: boolean; broken: boolean }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  const received = (): string => Buffer.concat(chunks).toString('latin1');
  const requests = parts.join('').match(/ HTTP\/1\.1\r\n/g)?.length ?? 0;
  let closed = false;
  let broken = false;
  socket.on('error', () => (broken = true));
  await once(socket, 'connect');
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      closed = true;
      resolve();
    });
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (until === 'started') resolve();
      if (until === 'answered' && countAnswers(received()) >= requests) resolve();
    });
  });
  const sent = Promise.all(
    parts.map((part) => new Promise<void>((resolve) => socket.write(part, () => resolve()))),
  );
  await (until === 'sent' ? sent : ended);
  socket.destroy();
  return { answer: received(), closed, broken };
}

/** How many complete HTTP answers a text starts with. */
function countAnswers(text: string): number {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return 0;
  const bodyStart = headEnd + 4;
  const head = text.slice(0, bodyStart);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  // A chunked body ends with an empty chunk. A body with neither header ends with the connection.
  const lastChunk = /\r\ntransfer-encoding: chunked/i.test(head)
    ? text.indexOf('0\r\n\r\n', bodyStart)
    : -1;
  if (length === undefined && lastChunk < 0) return 0;
  const end = length === undefined ? lastChunk + 5 : bodyStart + Number(length);
  return text.length < end ? 0 : 1 + countAnswers(text.slice(end));
}
