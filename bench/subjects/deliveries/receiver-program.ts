import { once } from 'node:events';
import { createServer } from 'node:http';

// A receiver that acknowledges everything. Prints its port.

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => response.end());
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
console.log(typeof address === 'object' ? address?.port : address);
