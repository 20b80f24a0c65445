// One of several receiver processes on one store. Prints its report as JSON.
import { openIoredis, openNodeRedis } from './clients.js';
import { deliverEvents } from './deliver-events.js';

const [library = '', prefix = '', ids = '0', deliveries = '0'] = process.argv.slice(2);

const { client, close } = await (library === 'ioredis' ? openIoredis() : openNodeRedis());
const report = await deliverEvents(client, {
  prefix,
  ids: Number(ids),
  deliveries: Number(deliveries),
});
await close();
process.stdout.write(JSON.stringify(report));
