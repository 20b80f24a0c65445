// One of several receiver processes on one store. Prints its report as JSON.
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { deliverEvents } from './deliver-events.js';

const [library = '', prefix = '', ids = '0', deliveries = '0'] = process.argv.slice(2);

async function connect() {
  if (library === 'ioredis') {
    const client = new Redis();
    return { client, close: () => client.disconnect() };
  }
  const client = await createClient().connect();
  return { client, close: () => client.destroy() };
}

const { client, close } = await connect();
const report = await deliverEvents(client, {
  prefix,
  ids: Number(ids),
  deliveries: Number(deliveries),
});
close();
process.stdout.write(JSON.stringify(report));
