import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@screening-webhooks/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { operationTable } from '../src/api/generated/operations.js';
import { router } from '../src/routes.js';

const paths = Object.keys(router.routesByPath).map((path) => path.replace('$id', 'a.b'));

async function service() {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { headers } = await fetch(await sandbox.dashboardUrl(), { redirect: 'manual' });
  const [cookie = ''] = headers.getSetCookie();
  const { full } = sandbox.keys;
  const ask = async (method: string, path: string, sent: Readonly<Record<string, string>>) => {
    const answer = await fetch(sandbox.url + path, { method, headers: sent, redirect: 'manual' });
    const type = answer.headers.get('content-type')?.split(';')[0];
    const location = answer.headers.get('location');
    return { path, status: answer.status, ...(location === null ? { type } : { location }) };
  };
  return {
    ask,
    session: { cookie: cookie.split(';')[0] ?? '' },
    key: { authorization: `Bearer ${full}` },
  };
}

test('the service has the pages of the router, for who is signed in', async () => {
  const { ask, session } = await service();
  expect(paths.length).toBeGreaterThan(30);
  for (const path of paths) {
    expect(await ask('GET', path, session)).toEqual({ path, status: 200, type: 'text/html' });
    const location = path === '/' ? '/login' : `/login?to=${encodeURIComponent(path)}`;
    for (const method of ['GET', 'HEAD']) {
      expect(await ask(method, path, {})).toEqual({ path, status: 303, location });
    }
  }
});

test('it redirects no program, and has no other address like them', async () => {
  const { ask, session, key } = await service();
  for (const path of paths) {
    const nothing = { status: 404, type: 'application/problem+json' };
    for (const method of ['GET', 'HEAD', 'POST']) {
      expect(await ask(method, path, key)).toEqual({ path, ...nothing });
    }
    for (const asker of [{}, session]) {
      expect(await ask('POST', path, asker)).toEqual({ path, ...nothing });
    }
    const others = [`/${path}`, `/x${path}`, `${path}/x/y`, path.toUpperCase()];
    for (const other of others.filter((each) => each !== '/')) {
      expect(await ask('GET', other, {})).toEqual({ path: other, ...nothing });
    }
  }
});

test('every operation of the API is used somewhere: nothing is left to programs alone', () => {
  const src = join(import.meta.dirname, '../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/generated|^words/.test(file))
    .map((file) => readFileSync(join(src, file), 'utf8'));
  const unused = Object.keys(operationTable).filter(
    (id) => !files.some((text) => text.includes(`'${id}'`) || text.includes(`"${id}"`)),
  );
  expect(files.length).toBeGreaterThan(100);
  // The live updates read the stream by its path.
  expect(unused).toEqual(['streamWebhookDeliveries']);
});
