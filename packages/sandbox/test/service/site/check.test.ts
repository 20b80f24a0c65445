import { expect, it } from 'vitest';
import { serveCheck } from '../../../src/service/site/serve-check.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

/** Sends a request without a session. */
async function get(path: string) {
  const response = await fetch(`${service().description.url}${path}`, { redirect: 'manual' });
  return { response, text: await response.text(), headers: response.headers };
}

/** The files that the page loads. */
async function loaded(): Promise<readonly string[]> {
  const { text } = await get('/check');
  return [...text.matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  );
}

it('may run its own files, and send nothing', async () => {
  const { response, headers } = await get('/check');
  expect(response.status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "connect-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('set-cookie')).toBeNull();
});

it('has no script or style in the page, and no field that a form would send', async () => {
  const { text } = await get('/check');
  expect(text).not.toMatch(
    /<script[^>]*>[^<]|<style|style=|\son\w+=|javascript:|\sname="(?!viewport|robots|color-scheme)/i,
  );
});

it('loads its script and its style sheet, which can be cached forever, and the theme', async () => {
  const [theme = '', ...paths] = await loaded();
  expect((await get(theme)).text).toContain("localStorage.getItem('theme')");
  expect(paths.map((path) => path.replace(/-[\da-f]{16}\./, '-….'))).toEqual([
    '/check/check-….css',
    '/check/check-….js',
  ]);
  const answers = await Promise.all(paths.map(get));
  for (const { response, headers } of answers) {
    expect(response.status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual([
    'text/css; charset=utf-8',
    'text/javascript; charset=utf-8',
  ]);
});

it.each(['/check/index.html', '/check/check.js', '/check/..%2fpackage.json', '/check/x/y'])(
  'has no %s',
  async (path) => expect((await get(path)).response.status).toBe(404),
);

it('without the built page, it says what to do', async () => {
  const response = await serveCheck(undefined).request('/check');
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build');
});
