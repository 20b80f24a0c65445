import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { effortOf } from '../../measure/effort.js';
import { startMemoryService } from './memory-service.js';

// A service on a real clock, with two integrations. The endpoint of the first never answers. Prints the milliseconds from
// orders of the second to their deliveries, before and after deliveries to the first are due, as many as
// the second argument says.

const ORDERS = { full: 30, quick: 2 }[effortOf(process.argv[2])];
const DUE = Number(process.argv[3]);
const IN_FLIGHT = 5;

async function listen(onRequest: RequestListener): Promise<string> {
  const server = createServer(onRequest).listen(0, '127.0.0.1');
  server.unref();
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('The receiver has no port.');
  return `http://127.0.0.1:${address.port}/`;
}

let hanging = 0;
let onHang = (): void => {};
let onDelivery = (): void => {};
const hangingUrl = await listen((request) => {
  request.resume();
  hanging += 1;
  onHang();
});
const url = await listen((request, response) => {
  request.resume();
  response.end();
  onDelivery();
});

const { service, database, post } = await startMemoryService({
  clock: { mode: 'real' },
  rateLimit: 'off',
  forwardTo: hangingUrl,
});
const { description } = service;

const order = (integrationId: string) =>
  post('/v1/document-verifications', {
    documentConfigSlug: 'rn-license',
    state: 'CA',
    integrationId,
    formData: { licenseNumber: 'RN1234' },
  });

async function millisToDeliveries(integrationId: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < ORDERS; round += 1) {
    const delivered = new Promise<void>((resolve) => {
      onDelivery = resolve;
    });
    const start = performance.now();
    await order(integrationId);
    await delivered;
    times.push(performance.now() - start);
  }
  return times;
}

/** Copies the one delivery of the first integration, which the API has made, with its event and its job. */
async function copyDeliveries(): Promise<void> {
  const number = `from generate_series(2, ${DUE}) as number`;
  const ofFirst = `integration_id = '${description.integrationId}'`;
  await database.sql.transaction(async (tx) => {
    await tx.execute(`
      insert into events (id, tenant_id, integration_id, type, created, body, subject_id)
      select id || number, tenant_id, integration_id, type, created, body, subject_id
      ${number}, (select * from events where ${ofFirst}) as one`);
    await tx.execute(`
      insert into webhook_deliveries
        (id, tenant_id, integration_id, event_id, event_type, endpoint_id, status, attempt_count, next_attempt_at, created_at,
          updated_at)
      select id || number, tenant_id, integration_id, event_id || number, event_type, endpoint_id, 'scheduled', 0, created_at, created_at, created_at
      ${number}, (select * from webhook_deliveries where ${ofFirst}) as one`);
    await tx.execute(`
      insert into jobs (kind, ref, due_at, tenant_id, endpoint_id)
      select 'delivery_attempt', ref || number, due_at, tenant_id, endpoint_id
      ${number}, (select * from jobs where endpoint_id = '${description.endpoints[0]?.id}') as one`);
  });
}

const other = await post('/v1/integrations', { name: 'Other' });
if (typeof other !== 'object' || other === null || !('id' in other)) throw new Error('No id.');
const integrationId = String(other.id);
await post('/v1/webhook-endpoints', { url, integrationId });

await millisToDeliveries(integrationId);
const alone = await millisToDeliveries(integrationId);

const hangs = (count: number) =>
  new Promise<void>((resolve) => {
    onHang = () => {
      if (hanging >= count) resolve();
    };
  });
const firstHangs = hangs(1);
await order(description.integrationId);
await firstHangs;
await copyDeliveries();
const isBusy = hangs(IN_FLIGHT);
// It wakes the engine.
await order(integrationId);
await isBusy;
const beside = await millisToDeliveries(integrationId);
console.log(JSON.stringify({ alone, beside }));
process.exit();
