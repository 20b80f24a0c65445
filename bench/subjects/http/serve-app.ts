import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const CONNECTIONS = 16;
const EXPECTED = '{"outcome":"processed"}';

/** The cost of requests on a server. */
export interface Load {
  /** The server's CPU time for each request, in microseconds. */
  readonly cpuMicros: number;
  /** The rate that this client reached on the same machine. With a fast server, the client is the limit. */
  readonly perSecond: number;
}

/** An app served by its own process, and kept-alive connections to it. */
export interface ServedApp {
  /** Sends each request once. */
  readonly measure: (requests: readonly Buffer[]) => Promise<Load>;
  readonly stop: () => void;
}

/** Starts the bundle of `server.ts` for one row of a framework, without flags for Node. */
export async function serveApp(
  program: string,
  framework: string,
  row: string,
): Promise<ServedApp> {
  const server = fork(program, [framework, row], { execArgv: [] });
  const port = await numberFrom(server);
  const sockets = await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1');
      await once(socket, 'connect');
      return socket;
    }),
  );

  async function cpuTime(): Promise<number> {
    server.send('cpu time');
    return numberFrom(server);
  }

  return {
    async measure(requests) {
      const waiting = requests.values();
      const before = await cpuTime();
      const start = performance.now();
      await Promise.all(
        sockets.map(async (socket) => {
          for (const request of waiting) await exchange(socket, request);
        }),
      );
      const seconds = (performance.now() - start) / 1000;
      return {
        cpuMicros: ((await cpuTime()) - before) / requests.length,
        perSecond: requests.length / seconds,
      };
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.disconnect();
    },
  };
}

async function numberFrom(server: ChildProcess): Promise<number> {
  const ended = new AbortController();
  const onExit = () => ended.abort(new Error('The server has ended.'));
  server.once('exit', onExit);
  const [message]: unknown[] = await once(server, 'message', ended).finally(() =>
    server.off('exit', onExit),
  );
  if (typeof message !== 'number')
    throw new Error(`The server sent ${String(message)} in place of a number.`);
  return message;
}

/** Sends a request and waits for the whole answer; rejects when it differs from the one that all apps give. */
function exchange(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.on('data', onData).once('close', onClose);
    socket.write(request);

    function onData(text: string): void {
      answer += text;
      const end = answer.indexOf('\r\n\r\n');
      if (end === -1 || answer.length < end + 4 + EXPECTED.length) return;
      const isExpected = answer.startsWith('HTTP/1.1 200 ') && answer.endsWith(EXPECTED);
      finish(isExpected ? undefined : new Error(`Unexpected answer:\n${answer}`));
    }

    function onClose(): void {
      finish(new Error(`The connection was closed after:\n${answer}`));
    }

    function finish(error: Error | undefined): void {
      socket.off('data', onData).off('close', onClose);
      if (error) reject(error);
      else resolve();
    }
  });
}
