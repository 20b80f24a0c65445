import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts an app on a free port for the length of one test. */
export async function serve(app: RequestListener): Promise<{ url: string; port: number }> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

/** Writes bytes to a socket as they are, and returns all that comes back until the server closes or falls silent. */
export async function rawExchange(
  port: number,
  parts: readonly (string | Uint8Array)[],
  options: { readonly endAfterWrite?: boolean; readonly silenceMs?: number } = {},
): Promise<{ answer: string; closed: boolean }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let closed = false;
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => {});
  const ended = once(socket, 'close').then(() => {
    closed = true;
  });
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  if (options.endAfterWrite) socket.end();
  const silence = new Promise((resolve) => setTimeout(resolve, options.silenceMs ?? 500));
  await Promise.race([ended, silence]);
  const result = { answer: Buffer.concat(chunks).toString('latin1'), closed };
  socket.destroy();
  return result;
}
