import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/handle/call-service.js';
import { openSession } from '../../support/open-session.js';
import { ownService } from '../../support/service.js';

// A service that a team runs for itself: it listens on every address, behind a proxy, with a password.
const PUBLIC = 'https://screening.staging.example';
const PASSWORD = 'correct horse: ünicode';
const service = ownService({ host: '0.0.0.0', publicUrl: PUBLIC, password: PASSWORD });

interface Asked {
  readonly method?: string;
  /** The Host header. `null` sends none, which HTTP/1.0 allows. */
  readonly host?: string | null;
  readonly auth?: string;
  readonly cookie?: string;
  readonly origin?: string;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly address?: string;
}

/** Sends a raw request, because `fetch` cannot send everything that a client can. */
async function ask(
  path: string,
  { method = 'GET', host = 'localhost', auth, cookie, origin, form, address }: Asked = {},
) {
  const url = new URL(service().description.localUrl ?? '');
  const socket = connect(Number(url.port), address ?? '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  const lines = [
    `${method} ${path} HTTP/1.${host === null ? 0 : 1}`,
    ...(host === null ? [] : [`Host: ${host}`]),
    ...(auth === undefined ? [] : [`Authorization: ${auth}`]),
    ...(cookie === undefined ? [] : [`Cookie: ${cookie}`]),
    ...(origin === undefined ? [] : [`Origin: ${origin}`]),
    ...(form === undefined ? [] : ['Content-Type: application/x-www-form-urlencoded']),
    'Connection: close',
  ];
  const body = String(new URLSearchParams(form));
  socket.write(`${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await once(socket, 'close');
  expect(answer).not.toContain(PASSWORD);
  const [, status] = /^HTTP\/1\.\d (\d+)/.exec(answer) ?? [];
  return { status: Number(status), answer };
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

const outside = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ internal, family }) => !internal && family === 'IPv4')
  .map(({ address }) => address);

it('describes itself by the public URL, and says where it is on this machine', () => {
  expect(service().description).toMatchObject({
    url: PUBLIC,
    localUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  });
  expect(JSON.stringify(service().description)).not.toContain(PASSWORD);
});

it('hands out addresses of files by the public URL, which need no password', async () => {
  const { call, description } = service();
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7\n'], { type: 'application/pdf' }), 'card.pdf');
  const file = await call('POST', '/v1/files', form);
  const { body, text } = await call('POST', '/v1/document-verifications', {
    documentConfigSlug: 'rn-license',
    state: 'CA',
    integrationId: description.integrationId,
    formData: { licenseNumber: 'RN1234' },
    fileIds: [file.body['id']],
  });
  const [url] = Array.isArray(body['verificationFileUploads'])
    ? body['verificationFileUploads']
    : [];
  const { origin, pathname, search } = new URL(String(url), 'none:');
  expect(origin, text).toBe(PUBLIC);
  const { status, answer } = await ask(`${pathname}${search}`);
  expect(status).toBe(200);
  expect(answer).toContain('%PDF-1.7');
});

const host = new URL(PUBLIC).host;

async function signIn(asked: Asked, password = PASSWORD) {
  const { status, answer } = await ask('/login', { method: 'POST', form: { password }, ...asked });
  const [, cookie] = /^set-cookie: (.*?)\r?$/im.exec(answer) ?? [];
  return { status, cookie };
}

it('hands out addresses of hosted pages by the public URL, which need no password', async () => {
  const { origin, pathname } = new URL((await openSession(service(), 'rn-license')).url);
  expect(origin).toBe(PUBLIC);
  for (const path of [pathname, `${pathname}/rn-license/enter`]) {
    expect((await ask(path)).status).toBe(200);
  }
  for (const path of ['/intake/x', '/dispute/x', '/verify/x']) {
    expect((await ask(path)).status).toBe(404);
  }
});

describe('the password', () => {
  it('signs in over the proxy, with a cookie that is sent over TLS only', async () => {
    const { status, cookie = '' } = await signIn({ host, origin: PUBLIC });
    expect(status).toBe(303);
    expect(cookie).toMatch(
      /^__Host-screening_session_443=\w{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    const [own] = cookie.split(';');
    for (const name of [host, `${host}:443`, 'Screening.Staging.example']) {
      const { status: opened, answer } = await ask('/', { host: name, cookie: own ?? '' });
      expect(opened).toBe(200);
      expect(answer).toContain('Home · Screening sandbox');
    }
    // A cookie of another port.
    expect((await ask('/', { cookie: own ?? '' })).status).toBe(303);
  });

  it('signs in on this machine', async () => {
    const { port } = new URL(service().description.localUrl ?? '');
    const here = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
    const { status, cookie } = await signIn(here);
    expect([status, cookie?.split('=')[0]]).toEqual([303, `__Host-screening_session_${port}`]);
  });

  it.each([
    [{ host, origin: `http://${new URL(PUBLIC).host}` }],
    [{ host, origin: 'https://evil.example' }],
    [{ host, origin: 'null' }],
    [{ host }],
  ])('signs nobody in from another page: %j', async (asked) => {
    expect(await signIn(asked)).toEqual({ status: 403, cookie: undefined });
  });

  it('signs nobody in when it is wrong, or sent as HTTP Basic', async () => {
    const asked = { host, origin: PUBLIC };
    expect(await signIn(asked, `${PASSWORD} `)).toEqual({ status: 403, cookie: undefined });
    const { status, answer } = await ask('/', { auth: basic('anyone', PASSWORD) });
    expect(status).toBe(404);
    expect(answer).not.toContain('Home · Screening sandbox');
    expect(answer).not.toMatch(/^www-authenticate:/im);
  });

  it('is not needed with a one-time link, which has the public URL', async () => {
    const { dashboardUrl } = service().description;
    expect(dashboardUrl).toMatch(/^https:\/\/screening\.staging\.example\/login\?t=\w{43}$/);
    const { pathname, search } = new URL(dashboardUrl);
    const { status, answer } = await ask(pathname + search, { host });
    expect(status).toBe(303);
    expect(answer).toMatch(/^set-cookie: __Host-screening_session_443=/im);
  });

  it.each([
    ['GET', '/'],
    ['HEAD', '/'],
    ['GET', '/docs'],
    ['GET', '/v1/..'],
    ['GET', '/v1/%2e%2e/'],
  ])('protects %s %s', async (method, path) => {
    const { status, answer } = await ask(path, { method });
    expect(status).toBe(303);
    expect(answer).toMatch(/^location: \/login(\?to=\S+)?\r$/im);
  });

  it.each([
    ['POST', '/'],
    ['GET', '/nowhere'],
    ['GET', '/check/x/y'],
    ['GET', '/checks'],
    ['GET', '/login/x'],
    ['GET', '/logout/x'],
    ['GET', '/healthz/x'],
    ['GET', '/healthzx'],
    ['GET', '/v1x'],
    ['GET', '/_sandboxes'],
    ['GET', '/sinks/a'],
    ['GET', '//v1/x'],
    ['GET', '/V1/openapi.json'],
    ['GET', '/index.html?x=/v1/'],
  ])('has nothing at %s %s', async (method, path) => {
    const { status, answer } = await ask(path, { method });
    expect(status).toBe(404);
    expect(answer).toContain(`The base URL of the API is ${PUBLIC},`);
  });

  it.each([
    ['GET', '/v1/openapi.json', 200],
    ['GET', '/healthz', 200],
    ['HEAD', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/login', 200],
    // The page has no data of the service.
    ['GET', '/check', 200],
    ['POST', '/sink/a', 200],
    // Each of these requires its own secret.
    ['GET', '/v1/candidates', 401],
    ['GET', '/_sandbox', 401],
    ['GET', '/_sandbox/clock', 401],
    ['GET', '/files/file_x?exp=9999999999&sig=x', 404],
  ])('is not asked for by %s %s', async (method, path, expected) => {
    expect((await ask(path, { method })).status).toBe(expected);
  });

  it('is neither an API key nor a control token', async () => {
    for (const path of ['/v1/candidates', '/_sandbox/clock']) {
      for (const auth of [basic('a', PASSWORD), `Bearer ${PASSWORD}`]) {
        expect((await ask(path, { auth })).status).toBe(401);
      }
    }
  });
});

describe('the host', () => {
  it.each([
    'screening.staging.example',
    'Screening.Staging.Example.',
    'screening.staging.example:443',
  ])('may be %s', async (host) =>
    expect((await ask('/v1/openapi.json', { host })).status).toBe(200),
  );

  it.each(['rebound.example', '10.1.2.3:4010', 'screening.staging.example:80', '', null])(
    'may not be %j, but for /healthz and /readyz',
    async (host) => {
      const { cookie } = await signIn({ host: 'screening.staging.example', origin: PUBLIC });
      const [, token = ''] = /=(\w{43});/.exec(cookie ?? '') ?? [];
      const cookies = [80, 443, 4010].map((port) => `screening_session_${port}=${token}`);
      for (const path of ['/', '/login', '/v1/account', '/_sandbox', '/sink/a', '/healthz/x']) {
        expect((await ask(path, { host, cookie: cookies.join('; ') })).status).toBe(421);
      }
      expect((await ask('/healthz', { host })).status).toBe(200);
      expect((await ask('/readyz', { host })).status).toBe(200);
    },
  );

  it.skipIf(outside.length === 0)('is asked on every address of this machine', async () => {
    for (const address of outside) {
      expect((await ask('/healthz', { host: address, address })).status).toBe(200);
      expect((await ask('/', { host: address, address })).status).toBe(421);
      expect((await ask('/', { host: new URL(PUBLIC).host, address })).status).toBe(303);
    }
  });
});

it('is in the OpenAPI document by its public URL, whatever Host says', async () => {
  for (const asked of [{ host }, { host: 'localhost:4010' }]) {
    const { answer } = await ask('/v1/openapi.json', asked);
    expect(answer).toContain(`"servers":[{"url":"${PUBLIC}",`);
  }
});

describe('an endpoint of the service itself', () => {
  it.each([
    [`${PUBLIC}/v1/candidates`, 422],
    ['https://SCREENING.staging.example.:443/_sandbox/reset', 422],
    [`${PUBLIC}/sink/a`, 201],
    ['https://other.staging.example/v1/candidates', 201],
  ])('%s: %i', async (url, expected) => {
    const integrationId = service().description.integrationId;
    const { status, body } = await service().call('POST', '/v1/webhook-endpoints', {
      url,
      integrationId,
    });
    expect(status).toBe(expected);
    if (expected === 201) return;
    const [error] = Array.isArray(body['errors']) ? body['errors'].filter(isRecord) : [];
    expect(error?.['message']).toContain("is the service's own");
  });
});

it('goes by the authority of an absolute target, whatever Host says', async () => {
  const target = (authority: string) => `http://${authority}/v1/openapi.json`;
  expect((await ask(target('evil.example'))).status).toBe(421);
  expect((await ask(target(host), { host: 'evil.example' })).status).toBe(200);
});

it('takes no endpoint on what only this host can reach', async () => {
  const { send, call, description } = service();
  const { integrationId } = description;
  const { id } = await send('POST', '/v1/webhook-endpoints', {
    url: `${PUBLIC}/sink/a`,
    integrationId,
  });
  const url = 'http://localhost:3000/hooks';
  for (const answer of [
    await call('POST', '/v1/webhook-endpoints', { url, integrationId }),
    await call('PATCH', `/v1/webhook-endpoints/${id}`, { url }),
  ]) {
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({
      code: 'url_not_allowed',
      detail:
        'url: localhost resolves to 127.0.0.1, a loopback address. Pass --allow-net localhost to allow it.',
    });
  }
});
