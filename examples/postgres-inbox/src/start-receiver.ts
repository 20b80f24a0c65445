import { once } from 'node:events';
import { createApp } from './create-app.js';
import type { Database } from './open-database.js';
import type { Screening } from './open-screening.js';

/** Listens on PORT, by default 3000. Resolves with a function that stops the server. */
export async function startReceiver(
  database: Database,
  { receiver }: Screening,
): Promise<() => Promise<void>> {
  const { PORT = '3000' } = process.env;
  const server = createApp(database, receiver).listen(Number(PORT));
  await once(server, 'listening');
  const address = server.address();
  console.log(
    `listening on http://localhost:${typeof address === 'object' ? address?.port : PORT}`,
  );
  return async () => {
    const closed = once(server, 'close');
    server.close();
    await receiver.drain();
    server.closeIdleConnections();
    await closed;
  };
}
