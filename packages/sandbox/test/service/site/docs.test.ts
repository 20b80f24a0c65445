import { beforeAll, describe, expect, it } from 'vitest';
import { serveDocs } from '../../../src/service/site/serve-docs.js';
import { signIn } from '../../support/dashboard-browser.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
let cookie: string;

beforeAll(async () => {
  cookie = (await signIn(service())).cookie;
});

async function get(path: string) {
  const response = await fetch(`${service().description.url}${path}`, { headers: { cookie } });
  return {
    response,
    text: await response.text(),
    header: (name: string) => response.headers.get(name),
  };
}

/** The files that the page loads, by name. */
async function loaded(): Promise<ReadonlyMap<string, string>> {
  const { text } = await get('/docs');
  const paths = [...text.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
  return new Map(paths.map((path) => [path.split('/').at(-1) ?? '', path]));
}

// Without a build, the files come from the dev dependency.
describe('the API reference', () => {
  it('may run its own files and read the API, and nothing else', async () => {
    const { response, header } = await get('/docs');
    expect(response.status).toBe(200);
    expect(header('content-type')).toBe('text/html; charset=UTF-8');
    expect(header('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      'img-src data:',
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(header('cache-control')).toBe('no-store');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(header('referrer-policy')).toBe('no-referrer');
  });

  it('gives its script the token of the session', async () => {
    const session = await signIn(service());
    const response = await session.send('GET', '/docs');
    expect(response.text).toContain(`<meta name="csrf-token" content="${session.csrf()}" />`);
  });

  it('says that its data is synthetic, and that the session needs no key', async () => {
    expect((await get('/docs')).text).toContain('Do not enter data about real people.');
    const { text } = await get((await loaded()).get('start.js') ?? '');
    expect(text).toContain('You are signed in: ');
    expect((await get('/v1/openapi.json')).text).toContain('All data is synthetic.');
  });

  it('has no script or style in the page', async () => {
    const { text } = await get('/docs');
    expect([...text.matchAll(/<script[^>]*>([^<]*)<\/script>/g)].map(([, code]) => code)).toEqual([
      '',
      '',
      '',
    ]);
    expect(text).not.toMatch(/<style|style=|\son\w+=|javascript:/i);
    expect([...(await loaded()).keys()].sort()).toEqual([
      'docs.css',
      'start.js',
      'swagger-ui-bundle.js',
      'swagger-ui.css',
      'theme.js',
    ]);
  });

  it.each([
    ['theme.js', 'text/javascript; charset=utf-8', /prefers-color-scheme/],
    ['docs.css', 'text/css; charset=utf-8', /\.top/],
    ['start.js', 'text/javascript; charset=utf-8', /url: '\/v1\/openapi\.json'/],
    ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8', /SwaggerUIBundle/],
    ['swagger-ui.css', 'text/css; charset=utf-8', /\.swagger-ui/],
  ])('%s can be kept for good', async (name, type, content) => {
    const { response, text, header } = await get((await loaded()).get(name) ?? '');
    expect(response.status).toBe(200);
    expect(header('content-type')).toBe(type);
    expect(header('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(header('x-content-type-options')).toBe('nosniff');
    expect(text).toMatch(content);
  });

  it.each([
    '/docs/0000000000000000/start.js',
    '/docs/start.js',
    '/docs/..%2fpackage.json',
    '/docs/x/..%2f..%2fpackage.json',
    '/docs/x/index.html',
  ])('has no %s', async (path) => {
    expect((await get(path)).response.status).toBe(404);
  });
});

it('without the files, it says what to do', async () => {
  const signedOut = async () => new Response(null, { status: 303 });
  const response = await serveDocs(undefined, signedOut).request('/docs');
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build');
});
