// Helpers for drills of the service, in addition to the stage.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { ask } from './api.mjs';
import { requestOf } from './orders.mjs';
import { superviseService } from './supervise-service.mjs';

const KEY = 'bss_full_drilldrilldrilldrilldrill';

/**
 * Starts a process of the service on the database of a drill.
 *
 * @param options `database`: its name. The others are options of `superviseService`.
 */
export async function startService(stage, { database = 'postgres', env = {}, ...options }) {
  const port = await databasePort(stage);
  const service = await superviseService({
    ...options,
    env: {
      SCREENING_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/${database}`,
      SCREENING_API_KEY: KEY,
      ...env,
    },
  });
  stage.onEnd(() => service.end());
  return service;
}

/** The port of the database server of a drill. */
export async function databasePort(stage) {
  stage.databaseProxy ??= stage.proxy({ latency: 1 });
  return (await stage.databaseProxy).port;
}

/** The URL and key with which a client calls a service. */
export function clientOf(service) {
  return {
    get url() {
      return service.url;
    },
    key: KEY,
  };
}

/** Uses a control of a service. @returns `{ status, body }` */
export async function control({ url, controlToken }, path, body, limit = 60_000) {
  const response = await fetch(`${url}/_sandbox${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(limit),
  });
  return { status: response.status, body: await response.json() };
}

/** Gives the demo integration an endpoint. */
export function createEndpoint(service, url, retryPolicy) {
  const { integrationId } = service.description;
  const body = { url, integrationId, retryPolicy };
  return ask(clientOf(service), { method: 'POST', path: '/v1/webhook-endpoints', body });
}

/** Creates the verifications of orders, one after the other. */
export async function create(service, orders) {
  for (const order of orders) await ask(clientOf(service), requestOf(order));
}

/**
 * A receiver in the driver.
 *
 * @param answer Called with each request `{ delivery, number, event, externalId }` and its index. Resolves with a status, or
 * with `undefined` for no answer.
 * @returns `{ url, requests }`: the requests in order of arrival.
 */
export async function receive(stage, answer) {
  const requests = [];
  const server = createServer((incoming, response) => {
    // The service may be killed meanwhile.
    incoming.on('error', () => {});
    take(incoming, response).catch(() => response.destroy());
  });
  async function take(incoming, response) {
    const parts = [];
    for await (const part of incoming) parts.push(part);
    const { id, data } = JSON.parse(Buffer.concat(parts).toString());
    const request = {
      delivery: incoming.headers['service-delivery-id'],
      number: Number(incoming.headers['service-delivery-attempt']),
      event: id,
      externalId: data.externalId,
    };
    const index = requests.push(request) - 1;
    const status = await answer(request, index);
    if (status === undefined) return;
    response.statusCode = status;
    response.end();
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stage.onEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}/`, requests };
}

/** Makes others wait for the driver. @returns `{ passed, open }` */
export function gate() {
  let open;
  const passed = new Promise((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** The course of a delivery: its status and the states of its attempts. */
export function historyOf({ status, attempts }) {
  return `${status}: ${attempts.map(({ state }) => state).join(', ')}`;
}

/** Errors and exits of services that a drill has not caused. */
export function troubles(...services) {
  return services.flatMap(({ died, unexpected }) => [...died, ...unexpected]);
}
