import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import { openMemoryDatabase } from '../../src/service/db/connect.js';
import { startService } from '../../src/service/start-service.js';

// A service with `--deliveries` deliveries, one a minute, to two endpoints. Each is a copy of one that the service has made
// itself. Prints its URL, key and token as JSON, and runs until it is killed.

const { values } = parseArgs({ options: { deliveries: { type: 'string', default: '1000' } } });
const deliveries = Number(values.deliveries);

const FIRST = '2026-01-01T00:00:00.000Z';
const isFailure = async (request: Request): Promise<boolean> =>
  (await request.text()).includes('"document_verification.failed"');

const database = await openMemoryDatabase();
const service = await startService(
  {
    port: 0,
    storage: { kind: 'memory' },
    clock: { mode: 'frozen', at: FIRST },
    rng: 'deliveries',
    rateLimit: 'off',
    strictHeaders: false,
    signatureClock: 'wall',
    allowNet: [],
  },
  {
    deliverTo: async (request) =>
      new Response(null, { status: (await isFailure(request)) ? 500 : 200 }),
    openDatabase: async () => database,
    onError: (error) => {
      throw error;
    },
  },
);
const { url, keys, controlToken, integrationId } = service.description;

async function post(path: string, body: object): Promise<void> {
  const token = path.startsWith('/v1/') ? keys.full : controlToken;
  // Not over a socket: while the database makes the copies, an idle connection would be closed.
  const response = await service.fetch(
    new Request(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
  if (!response.ok) throw new Error(await response.text());
}

await post('/v1/webhook-endpoints', { url: `${url}/sink/second`, integrationId });
for (const type of ['document_verification.completed', 'document_verification.failed']) {
  await post('/_sandbox/trigger', { type, integrationId });
}
// The first endpoint refuses each attempt of the failure.
await post('/_sandbox/clock', { advance: '1h' });

// One of ten is the refused failure.
await database.sql.execute(sql`
  create temporary table copies as
    select n, of_delivery, of_event, ${FIRST}::timestamptz + n * interval '1 minute' as at
    from generate_series(1, ${deliveries}::int) n
    join (
      select id as of_delivery, event_id as of_event,
        row_number() over (order by status = 'failed' desc, seq) - 1 as kind
      from webhook_deliveries) originals on kind = case when n % 10 = 0 then 0 else 1 + n % 3 end`);
// Without triggers and foreign keys, which take most of the time.
await database.sql.execute(sql`set session_replication_role = replica`);
await database.sql.execute(sql`
  insert into events (id, tenant_id, integration_id, type, created, body, test, subject_id)
    select 'evt_' || n, tenant_id, integration_id, type, at, body, test, subject_id
    from copies join events on id = of_event order by n`);
await database.sql.execute(sql`
  insert into webhook_deliveries (id, tenant_id, integration_id, event_id, event_type, test, endpoint_id, status,
      attempt_count, succeeded_at, created_at, updated_at)
    select 'dlv_' || n, tenant_id, integration_id, 'evt_' || n, event_type, test, endpoint_id, status,
      attempt_count, succeeded_at - created_at + at, at, at
    from copies join webhook_deliveries on id = of_delivery order by n`);
await database.sql.execute(sql`
  insert into webhook_attempts (id, delivery_id, number, trigger, state, url, request_headers, signed_at, started_at,
      duration_ms, response_status, response_headers, response_body, error_code, error_message)
    select 'att_' || n || '_' || number, 'dlv_' || n, number, trigger, state, url, request_headers, signed_at, at,
      duration_ms, response_status, response_headers, response_body, error_code, error_message
    from copies join webhook_attempts on delivery_id = of_delivery order by n`);
await database.sql.execute(sql`set session_replication_role = origin`);
await database.sql.execute(sql`drop table copies`);
await database.sql.execute(sql`analyze`);
await post('/_sandbox/clock', {
  to: new Date(Date.parse(FIRST) + (deliveries + 60) * 60_000).toISOString(),
});

process.stdout.write(`${JSON.stringify({ url, key: keys.full, controlToken })}\n`);
