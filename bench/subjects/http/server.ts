import { once } from 'node:events';
import { createServer } from 'node:http';
import { apps } from './apps.js';

// One server in its own process: `server.ts <framework> <row>`. It sends its port, then its CPU time for each message.

const [framework = '', row = ''] = process.argv.slice(2);
const app = apps[framework]?.[row];
if (!app || !process.send)
  throw new Error(`http.ts starts this program with a row; got ${framework}, ${row}.`);

const server = createServer(await app());
// Between its turns, a connection is idle for longer than Node's default of five seconds.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1');
await once(server, 'listening');

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.on('disconnect', () => process.exit());
const address = server.address();
process.send(typeof address === 'object' && address?.port);
