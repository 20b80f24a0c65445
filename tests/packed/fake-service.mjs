// The service's API for the suite `client`, served over HTTP by another process than the runtime under test.
import { once } from 'node:events';
import { createServer } from 'node:http';

const record = {
  verificationId: 'dv_1',
  addedLater: { kept: true },
};

const send = (response, status, body, headers = {}) =>
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));

/** The answers by externalId; `times` is the number of earlier requests for it. */
const answers = {
  array: ({ response }) => send(response, 200, [record]),
  envelope: ({ response }) => send(response, 200, { data: [record], hasMore: false }),
  'fails twice': ({ response, times }) =>
    times < 2 ? send(response, 503, {}, { 'retry-after': '0' }) : send(response, 200, []),
  'is cut once': ({ response, times }) =>
    times < 1 ? response.destroy() : send(response, 200, []),
  'is cut in its body once': ({ response, times }) => {
    if (times > 0) return send(response, 200, []);
    response.writeHead(200, { 'content-length': '1000' });
    response.write('[', () => response.destroy());
  },
  forbidden: ({ response }) => send(response, 403, {}, { 'service-request-id': 'req_7' }),
  redirect: ({ response }) => send(response, 307, {}, { location: '/v1/stolen' }),
  hang: () => {},
  large: ({ response }) => send(response, 200, ['x'.repeat(10_000)]),
};

/** Starts the service on a free port. `GET /seen?path=…` returns the earlier requests to a path, `GET /key` a new API key. */
export async function startFakeService() {
  const seen = [];
  let keys = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { pathname, searchParams } = new URL(request.url, 'http://service');
    if (pathname === '/key') {
      keys += 1;
      return response.end(`sk_${keys}`);
    }
    if (pathname === '/seen') {
      const there = seen.filter(({ path }) => path === searchParams.get('path'));
      return send(response, 200, there);
    }
    const externalId = searchParams.get('externalId');
    // Each run of the suite has its own API key, and so its own count.
    const key = `${request.headers.authorization} ${externalId}`;
    const times = seen.filter((each) => each.key === key).length;
    seen.push({ path: pathname, key, headers: request.headers, body });
    if (pathname === '/v1/reports') return send(response, 201, { id: 'rpt_1' });
    answers[externalId]({ response, times });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
