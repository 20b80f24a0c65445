import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/sandbox/is-record.js';
import { ownService } from '../support/service.js';

// A service that a team runs for itself: it listens on every address, behind a proxy, with a password.
const PUBLIC = 'https://screening.staging.example';
const PASSWORD = 'correct horse: ünicode';
const service = ownService({ host: '0.0.0.0', publicUrl: PUBLIC, password: PASSWORD });

interface Asked {
  readonly method?: string;
  /** Null: no such header, which HTTP/1.0 allows. */
  readonly host?: string | null;
  readonly auth?: string;
  readonly address?: string;
}

/** Asks in the bytes that a client could send, not only in those that `fetch` does. */
async function ask(
  path: string,
  { method = 'GET', host = 'localhost', auth, address }: Asked = {},
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
    'Connection: close',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
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

describe('the password', () => {
  it.each([
    ['anyone', PASSWORD],
    ['', PASSWORD],
  ])('opens the pages, for the user %j', async (user, password) => {
    const { status, answer } = await ask('/', { auth: basic(user, password) });
    expect(status).toBe(200);
    expect(answer).toContain('Background screening service');
  });

  it.each([
    undefined,
    basic('anyone', ''),
    basic('anyone', 'correct horse'),
    basic('anyone', `${PASSWORD} `),
    basic(PASSWORD, ''),
    `Bearer ${PASSWORD}`,
    'Basic',
    'Basic %%%',
    `Basic ${Buffer.from(PASSWORD).toString('base64')}`,
  ])('is asked for with %s', async (auth) => {
    const { status, answer } = await ask('/', auth === undefined ? {} : { auth });
    expect(status).toBe(401);
    expect(answer).toMatch(/^www-authenticate: Basic realm="screening-sandbox"\r$/im);
    expect(answer).not.toContain('Background screening service');
  });

  it.each([
    ['GET', '/'],
    ['HEAD', '/'],
    ['POST', '/'],
    ['GET', '/nowhere'],
    ['GET', '/healthz/x'],
    ['GET', '/healthzx'],
    ['GET', '/v1x'],
    ['GET', '/v1/..'],
    ['GET', '/v1/%2e%2e/'],
    ['GET', '/_sandboxes'],
    ['GET', '/sinks/a'],
    ['GET', '//v1/x'],
    ['GET', '/V1/openapi.json'],
    ['GET', '/index.html?x=/v1/'],
  ])('protects %s %s', async (method, path) => {
    expect((await ask(path, { method })).status).toBe(401);
  });

  it.each([
    ['GET', '/v1/openapi.json', 200],
    ['GET', '/healthz', 200],
    ['HEAD', '/healthz', 200],
    ['POST', '/sink/a', 200],
    // Each of these asks for a secret of its own.
    ['GET', '/v1/candidates', 401],
    ['GET', '/_sandbox', 401],
    ['GET', '/_sandbox/clock', 401],
    ['GET', '/files/file_x?exp=9999999999&sig=x', 404],
  ])('is not asked for by %s %s', async (method, path, expected) => {
    const { status, answer } = await ask(path, { method });
    expect(status).toBe(expected);
    expect(answer).not.toMatch(/^www-authenticate: Basic/im);
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
    'may not be %j, but for /healthz',
    async (host) => {
      for (const path of ['/', '/v1/openapi.json', '/_sandbox', '/sink/a', '/healthz/x']) {
        expect((await ask(path, { host })).status).toBe(421);
      }
      expect((await ask('/healthz', { host })).status).toBe(200);
    },
  );

  it.skipIf(outside.length === 0)('is asked on every address of this machine', async () => {
    for (const address of outside) {
      expect((await ask('/healthz', { host: address, address })).status).toBe(200);
      expect((await ask('/', { host: address, address })).status).toBe(421);
      expect((await ask('/', { host: new URL(PUBLIC).host, address })).status).toBe(401);
    }
  });
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
