import { withPool } from '../servers/clients.mjs';
import { ask, listAll, listDeliveries } from '../service/api.mjs';
import { buildService } from '../service/build-service.mjs';
import {
  clientOf,
  control,
  create,
  createEndpoint,
  databasePort,
  gate,
  receive,
  startService,
  troubles,
} from '../service/drill.mjs';
import { ordersFor } from '../service/orders.mjs';
import { until } from '../until.mjs';

const ORDERS = 20;
const POLICY = { maxAttempts: 3, backoff: 'fixed', initialDelaySeconds: 60, timeoutSeconds: 30 };
// Longer than the slowest source needs.
const ADVANCE = { advance: '25h' };
const CONTROLS = ['--controls', '--frozen'];
// A process that is killed holds the engine for this long.
const LEASE_MS = 15_000;
const LIMIT = 40_000;
// The request during which the driver looks at the other process, and the one during which it kills the holder.
const HELD = 7;

/**
 * Two processes with the controls. One advances the clock past work that falls due at equal times, while the other answers. Then
 * the first one is killed. A single process does the same on another database, for comparison.
 */
export const scenario = {
  name: 'the service: two processes under --controls',
  server: 'postgres',

  async drill(stage) {
    const program = await buildService();
    const alone = await moveAlone(stage, program);

    const halfway = gate();
    const answered = gate();
    const killed = gate();
    let rounds = 1;
    const { url, requests } = await receive(stage, async (request, index) => {
      if (rounds === 1 && index === HELD) {
        halfway.open();
        await answered.passed;
      }
      if (rounds === 2 && isOfRound(request, 2) && request.externalId.endsWith('-5')) {
        rounds = 3;
        killed.open();
        return undefined;
      }
      return statusFor(request);
    });
    const a = await startService(stage, { program, args: CONTROLS });
    const b = await startService(stage, { program, args: CONTROLS });
    const { integrationId } = a.description;
    await createEndpoint(a, url, POLICY);

    await create(a, ordersFor(ORDERS, integrationId, 'round-1'));
    const moving = control(a.description, '/clock', ADVANCE);
    await halfway.passed;
    const other = await control(b.description, '/clock', ADVANCE);
    const read = await listAll(clientOf(b), '/v1/document-verifications');
    answered.open();
    const moved = await moving;
    const inOrder = requests.map(nameOf);
    const expected = alone.requests.map(nameOf);

    rounds = 2;
    await create(b, ordersFor(ORDERS, integrationId, 'round-2'));
    const lost = control(a.description, '/clock', ADVANCE).catch(() => undefined);
    await killed.passed;
    const killedAt = performance.now();
    await a.end();
    await lost;
    let taken;
    let tookMs = 0;
    await until(async () => {
      tookMs = performance.now() - killedAt;
      taken = await control(b.description, '/clock', ADVANCE);
      return taken.status === 200;
    }, LIMIT);
    const deliveries = await listDeliveries(clientOf(b));
    const processing = await ask(clientOf(b), {
      path: '/v1/document-verifications?status=PROCESSING',
    });
    await b.end();

    const names = requests.map(nameOf);
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    const unended = deliveries.filter(
      ({ status }) => status !== 'succeeded' && status !== 'failed',
    );
    const interrupted = deliveries.flatMap(({ attempts }) =>
      attempts.filter(({ state }) => state === 'interrupted'),
    );
    return {
      'not moved': moved.status === 200 ? [] : [JSON.stringify(moved)],
      'moved beside the other':
        other.status === 409 && other.body.code === 'clock_held' ? [] : [JSON.stringify(other)],
      'no answer of the other': read.length === ORDERS ? [] : [`${read.length} verifications`],
      'run twice': twice,
      'out of order': inOrder.join() === expected.join() ? [] : inOrder.slice(0, 60),
      'taken over too late': tookMs < LEASE_MS + 2000 ? [] : [`${Math.round(tookMs)} ms`],
      'not finished': [
        ...(taken.status === 200 ? [] : [JSON.stringify(taken)]),
        ...processing.data.map(({ externalId }) => externalId),
        ...unended.map(({ id, status }) => `${id} ${status}`),
      ],
      'otherwise on record': interrupted.length === 1 ? [] : [`${interrupted.length} interrupted`],
      troubles: troubles(a, b),
    };
  },
};

/** Runs the first round on a single process. */
async function moveAlone(stage, program) {
  const database = 'alone';
  const port = await databasePort(stage);
  await withPool(port, (pool) => pool.query(`CREATE DATABASE ${database}`));
  const receiver = await receive(stage, async (request) => statusFor(request));
  const service = await startService(stage, { program, database, args: CONTROLS });
  await createEndpoint(service, receiver.url, POLICY);
  const { integrationId } = service.description;
  await create(service, ordersFor(ORDERS, integrationId, 'round-1'));
  await control(service.description, '/clock', ADVANCE);
  await service.end();
  return receiver;
}

/** Every third order is refused once, and every seventh always. */
function statusFor({ externalId, number }) {
  const order = Number(externalId.split('-').at(-1));
  if (order % 7 === 0) return 500;
  return order % 3 === 0 && number === 1 ? 500 : 200;
}

function isOfRound({ externalId }, round) {
  return externalId.startsWith(`round-${round}-`);
}

function nameOf({ externalId, number }) {
  return `${externalId} ${number}`;
}
