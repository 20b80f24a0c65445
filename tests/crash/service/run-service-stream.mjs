import { join } from 'node:path';
import { scratchFolder } from '../cleanup.mjs';
import { runsInTable } from '../effects.mjs';
import { injectFaults } from '../inject-faults.mjs';
import { planFaults, seedFor } from '../plan-faults.mjs';
import { openProxy } from '../proxy.mjs';
import { readRecord } from '../record.mjs';
import { withPool } from '../servers/clients.mjs';
import { servers } from '../servers.mjs';
import { supervise } from '../supervisor.mjs';
import { until } from '../until.mjs';
import { ask, listAll, listDeliveries } from './api.mjs';
import { balance } from './balance.mjs';
import { buildService } from './build-service.mjs';
import { checkService } from './check-service.mjs';
import { ordersFor, sendOrders } from './orders.mjs';
import { LEASE_MS, quickSources, shortLeases } from './service-time.mjs';
import { superviseService } from './supervise-service.mjs';

const KEY = 'bss_full_crashcrashcrashcrashcrash';
const FREEZE_MS = [1.25 * LEASE_MS, 2 * LEASE_MS];

/** The retry policies of the two endpoints. */
const policy = { backoff: 'fixed', initialDelaySeconds: 1, timeoutSeconds: 1 };
const MOST_ATTEMPTS = { toolkit: 10, plain: 3 };

/**
 * Orders verifications from a service with its own storage and its own receivers, under faults that the seed determines.
 *
 * @param scenario `service`: `{ processes, storage, changes }`; `receiver` and `worker` are the two receivers.
 * @param load `{ events, perSecond, eventsPerKill, timeout }`
 * @returns the result of `checkService`.
 */
export async function runServiceStream(scenario, which, seed, load) {
  const start = performance.now();
  const { service: wanted } = scenario;
  const program = await buildService([...shortLeases, ...quickSources, ...(wanted.changes ?? [])]);
  const folder = scratchFolder();
  const effects = await startServer();
  const storage = wanted.storage === 'postgres' ? await startServer() : undefined;
  const options = storage
    ? { program, env: { SCREENING_DATABASE_URL: databaseUrl(storage), SCREENING_API_KEY: KEY } }
    : { program, args: ['--data', join(folder, 'data')] };
  const services = await Promise.all(
    Array.from({ length: wanted.processes }, () => superviseService(options)),
  );
  const key = storage ? KEY : services[0].description.keys.full;
  const clients = services.map((service) => ({
    get url() {
      return service.url;
    },
    key,
  }));

  const receivers = { toolkit: [], plain: [] };
  const fronts = {
    toolkit: await balance(receivers.toolkit),
    plain: await balance(receivers.plain),
  };
  const endpoints = {};
  const { integrationId } = services[0].description;
  for (const name of ['toolkit', 'plain']) {
    const retryPolicy = { ...policy, maxAttempts: MOST_ATTEMPTS[name] };
    const body = { url: fronts[name].url, integrationId, retryPolicy };
    endpoints[name] = await ask(clients[0], {
      method: 'POST',
      path: '/v1/webhook-endpoints',
      body,
    });
  }
  const context = {
    scenario: which,
    port: effects.proxy.port,
    file: join(folder, 'requests'),
    secret: endpoints.toolkit.secret,
  };
  await scenario.prepare(context);
  const ofStream = seedFor(seed, scenario.name);
  for (let each = 0; each < scenario.receivers; each += 1) {
    const own = { seed: seedFor(ofStream, `receiver ${each}`) };
    receivers.toolkit.push(await supervise('receiver', context, own));
  }
  const ofPlain = { seed: seedFor(ofStream, 'plain receiver') };
  receivers.plain.push(await supervise('worker', context, ofPlain));

  const processes = [...services, ...receivers.toolkit, ...receivers.plain];
  const kills = Math.ceil(load.events / load.eventsPerKill);
  const ofServer = storage ? Math.ceil(kills / 5) : 0;
  // A service is twice as likely as a receiver.
  const targets = [...services.keys(), ...processes.keys()];
  const plan = planFaults(ofStream, {
    events: load.events,
    processes: targets.length,
    counts: { kill: kills, freeze: Math.ceil(kills / 3), crash: ofServer, cut: 2 * ofServer },
    freezeMs: FREEZE_MS,
  }).map((fault) => ({ ...fault, target: targets[fault.target] }));
  const orders = ordersFor(load.events, integrationId);
  const progress = { sent: 0 };
  const answers = [];
  const { perSecond, timeout: limit } = load;
  const [refused, faults] = await Promise.all([
    sendOrders(orders, clients, { perSecond, limit, progress, answers }),
    injectFaults(plan, { processes, server: storage?.server, proxy: storage?.proxy, progress }),
  ]);
  let state;
  const hasEnded = async () => {
    if (!(await isSettled(clients[0]))) return false;
    state = await stateOf(clients[0]);
    // One may have gone from one status to another between two questions.
    return state.deliveries.every(({ status }) => status === 'succeeded' || status === 'failed');
  };
  // A connection that was cut may fail only now.
  await until(() => hasEnded().catch(() => false), limit);
  state ??= await stateOf(clients[0]);
  const effectsOf = await withPool(effects.proxy.port, runsInTable);

  for (const service of services) await service.end();
  for (const process of [...receivers.toolkit, ...receivers.plain]) process.end();
  for (const front of Object.values(fronts)) front.close();
  for (const each of [effects, storage]) await each?.end();
  return checkService({
    orders,
    refused,
    ...state,
    endpoints,
    requests: readRecord(context.file),
    effects: effectsOf,
    answers,
    unexpected: services.flatMap((service) => service.unexpected),
    died: processes.flatMap((process) => process.died),
    faults,
    seconds: (performance.now() - start) / 1000,
  });
}

async function startServer() {
  const server = await servers.postgres.create();
  await server.start();
  const proxy = await openProxy(server.socketPath, { latency: 1 });
  return {
    server,
    proxy,
    async end() {
      proxy.close();
      await server.crash();
    },
  };
}

function databaseUrl({ proxy }) {
  return `postgres://postgres@127.0.0.1:${proxy.port}/postgres`;
}

async function stateOf(client) {
  return {
    verifications: await listAll(client, '/v1/document-verifications'),
    events: await listAll(client, '/v1/events'),
    deliveries: await listDeliveries(client),
  };
}

/** Whether all verifications and deliveries have ended. */
async function isSettled(client) {
  const isEmpty = async (path) =>
    (await ask(client, { path: `${path}&limit=1` })).data.length === 0;
  if (!(await isEmpty('/v1/document-verifications?status=PROCESSING'))) return false;
  for (const status of ['scheduled', 'delivering', 'retrying']) {
    if (!(await isEmpty(`/v1/webhook-deliveries?status=${status}`))) return false;
  }
  return true;
}
