import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const CONNECTIONS = 16;
const EXPECTED = '{"outcome":"processed"}';

/** An app that is served by a process of its own, and connections to it that are kept alive. */
export interface Served {
  /** Sends all requests, each once, and returns the CPU time that the server took: microseconds a request. */
  readonly measure: (requests: readonly Buffer[]) => Promise<number>;
  readonly stop: () => void;
}

/** Starts `server.ts` with a row of a framework. */
export async function serveApart(framework: string, row: string): Promise<Served> {
  const server = fork(new URL('server.ts', import.meta.url), [framework, row]);
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
      await Promise.all(
        sockets.map(async (socket) => {
          for (const request of waiting) await exchange(socket, request);
        }),
      );
      return ((await cpuTime()) - before) / requests.length;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.disconnect();
    },
  };
}

async function numberFrom(server: ChildProcess): Promise<number> {
  const [message]: unknown[] = await once(server, 'message');
  if (typeof message !== 'number') throw new Error(`The server said ${String(message)}.`);
  return message;
}

/** Sends a request and waits for the whole answer, which has to be the one that all apps give. */
function exchange(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    socket.on('data', onData).once('close', onClose);
    socket.write(request);

    function onData(text: string): void {
      answer += text;
      const end = answer.indexOf('\r\n\r\n');
      if (end === -1 || answer.length < end + 4 + EXPECTED.length) return;
      const right = answer.startsWith('HTTP/1.1 200 ') && answer.endsWith(EXPECTED);
      finish(right ? undefined : new Error(`Not what was expected:\n${answer}`));
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
