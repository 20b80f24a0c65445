import { setTimeout as sleep } from 'node:timers/promises';

// As a client with a short patience: it asks another process then.
const REQUEST_LIMIT_MS = 3000;
const WAIT_MS = 100;

/**
 * Calls the API of the service.
 *
 * @param service `{ url, key }`
 * @param request `{ method, path, body, headers, limit }`; `limit` in milliseconds.
 * @returns `{ status, body, isProblem }`. @throws when there is no answer.
 */
async function call({ url, key }, request) {
  const { method = 'GET', path, body, headers = {}, limit = REQUEST_LIMIT_MS } = request;
  if (url === undefined) throw new Error('The service is down.');
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(limit),
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  const isProblem = type.startsWith('application/problem+json');
  return { status: response.status, body: /json/.test(type) ? JSON.parse(text) : text, isProblem };
}

/** The same, which must succeed. @returns the body. */
export async function ask(service, request) {
  const { status, body } = await call(service, { limit: 20_000, ...request });
  if (status < 300) return body;
  throw new Error(`${request.method ?? 'GET'} ${request.path}: ${status} ${JSON.stringify(body)}`);
}

/**
 * Calls one process after the other until one answers with success: a change with the same Idempotency-Key.
 *
 * @param services The services that a client may choose from, each with `url` and `key`.
 * @param answers Filled with the texts of answers that are against the description of the API.
 * @returns the body; undefined when none has succeeded within `limit` milliseconds.
 */
export async function insist(services, request, { first = 0, limit, answers }) {
  const end = performance.now() + limit;
  for (let turn = first; performance.now() < end; turn += 1) {
    const service = services[turn % services.length];
    const answer = await call(service, request).catch(() => undefined);
    if (answer && answer.status < 300) return answer.body;
    if (answer && !(answer.isProblem && isPassing(answer))) {
      answers.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
      return undefined;
    }
    await sleep(WAIT_MS);
  }
  return undefined;
}

function isPassing({ status, body }) {
  return status >= 500 || body.code === 'idempotency_in_progress';
}

/** Every object of a list. */
export async function listAll(service, path) {
  const found = [];
  const query = path.includes('?') ? '&' : '?';
  let cursor = '';
  do {
    const page = await ask(service, { path: `${path}${query}limit=100${cursor}` });
    found.push(...page.data);
    cursor = page.nextCursor === null ? undefined : `&cursor=${page.nextCursor}`;
  } while (cursor !== undefined);
  return found;
}

/** Every delivery with its attempts. */
export async function listDeliveries(service) {
  const waiting = await listAll(service, '/v1/webhook-deliveries');
  const found = [];
  const getNext = async () => {
    for (let each = waiting.shift(); each; each = waiting.shift()) {
      found.push(await ask(service, { path: `/v1/webhook-deliveries/${each.id}` }));
    }
  };
  await Promise.all(Array.from({ length: 8 }, getNext));
  return found;
}
