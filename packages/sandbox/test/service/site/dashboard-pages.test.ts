import { expect, it } from 'vitest';
import { signIn } from '../../support/dashboard-browser.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

it('an id with a dot is part of a page, as any other id', async () => {
  const browser = await signIn(service());
  for (const path of ['/events/evt_1.exe', '/events/a%2Fb', '/events/$id', '/events/']) {
    const { status, headers } = await browser.send('GET', path);
    expect([path, status, headers.get('content-type')]).toEqual([
      path,
      200,
      'text/html; charset=utf-8',
    ]);
  }
});

// packages/dashboard/test/addresses.test.ts tests the paths of the pages.
it.each([
  ...['//v1/candidates', '/v2/candidates', '/V1/candidates', '/api/v1/candidates', '/v1x'],
  ...['/favicon.ico', '/robots.txt', '/assets/x.js', '/v1/x.y', '/login/x', '/healthz/x'],
  ...['/index', '/index.html', '/pages/index.html', '/pages/events/$id.html', '/Events', '//'],
  ...['/events/x/y', '/candidates/a.b/c.d', '/docs/x', '/check/x/y', '/sinks/x', '/%00'],
])('there is nothing at %s, whoever asks', async (path) => {
  const { url, keys } = service().description;
  const { cookie } = await signIn(service());
  const detail = path.startsWith('/v1/') ? '/v1/openapi.json' : `is ${url},`;
  for (const asker of [{}, { authorization: `Bearer ${keys.full}` }, { cookie }]) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
      const answer = await fetch(url + path, { method, headers: asker, redirect: 'manual' });
      expect([method, answer.status, answer.headers.get('content-type')]).toEqual([
        method,
        404,
        'application/problem+json',
      ]);
      expect(await answer.text()).toContain(method === 'HEAD' ? '' : detail);
    }
  }
});
