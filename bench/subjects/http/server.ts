import { once } from 'node:events';
import { createServer } from 'node:http';
import { apps } from './apps.js';

// One server in a process of its own: `server.ts <framework> <row>`. Says its port, then its CPU time as often as asked.

const [framework = '', row = ''] = process.argv.slice(2);
const app = apps[framework]?.[row];
if (!app || !process.send) throw new Error(`Started by http.ts, with a row: ${framework}, ${row}`);

const server = createServer(app());
// Between its turns a connection is idle for longer than the five seconds of Node.
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
