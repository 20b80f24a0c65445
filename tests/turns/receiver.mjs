import { once } from 'node:events';
import { createServer } from 'node:http';

/** A receiver whose answers are as large as the service keeps them. */
export async function largeReceiver(status = 200) {
  const headers = Object.fromEntries(
    Array.from({ length: 15 }, (_, index) => [`x-header-${index}`, '"'.repeat(1000)]),
  );
  const body = '"'.repeat(64 * 1024);
  const receiver = { status, large: true };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (receiver.large) response.writeHead(receiver.status, headers).end(body);
      else response.writeHead(receiver.status).end();
    });
  }).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  receiver.url = `http://127.0.0.1:${server.address().port}/`;
  return receiver;
}
