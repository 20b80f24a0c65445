import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Host } from '../../src/cli/host.js';
import { chooseSessionKey } from '../../src/cli/running-service/session-key-file.js';
import type { ServiceConfig, Storage } from '../../src/service/config/service-config.js';
import { loginSessions } from '../../src/service/db/schema/login.js';
import { type SessionKeyStore, signToken } from '../../src/service/login/session-key.js';
import {
  addressOf,
  browserWith,
  cookieOf,
  type DashboardBrowser,
  signIn,
  visit,
} from '../support/dashboard-browser.js';
import { provision } from '../support/provision.js';
import { startTestService, type TestService } from '../support/service.js';
import { hostWith, startCommand } from './support/run-command.js';

const HOUR_MS = 3_600_000;

interface Start {
  readonly host: Host;
  readonly port?: number;
  readonly storage?: Storage;
}

const reach: ServiceConfig = {
  port: 0,
  storage: { kind: 'memory' },
  clock: { mode: 'frozen' },
  rateLimit: 'off',
  strictHeaders: false,
  signatureClock: 'wall',
  allowNet: [],
};

/** The store that the command gives to a service on a port. */
function storeOf({ host, port = 4010, storage = reach.storage }: Start): SessionKeyStore {
  const store = chooseSessionKey(host, { ...reach, storage })?.(port);
  if (!store) throw new Error('No key is kept.');
  return store;
}

/** Starts a service with an empty database, on a free port. Only the key is the one of the requested port. */
async function start(options: Start): Promise<TestService> {
  const service = await startTestService({}, { sessionKey: () => storeOf(options) });
  onTestFinished(() => service.close());
  return service;
}

/** The browser of a former start, with its cookie renamed for the port of this start. */
function withCookieOf(service: TestService, token: string): DashboardBrowser {
  return browserWith(service, `screening_session_${new URL(addressOf(service)).port}=${token}`);
}

function keyFile({ servicesFolder }: Host): string {
  const [name = '', ...others] = readdirSync(servicesFolder);
  expect(others).toEqual([]);
  return join(servicesFolder, name);
}

function setAge(path: string, ms: number): void {
  const madeAt = new Date(Date.now() - ms);
  utimesSync(path, madeAt, madeAt);
}

async function expectSignedOut(browser: DashboardBrowser): Promise<void> {
  const { status, body } = await browser.send('GET', '/v1/account');
  expect([status, body['code']]).toEqual([401, 'session_expired']);
  expect((await browser.send('GET', '/')).headers.get('location')).toBe('/login');
}

/** Signs in, and ends the service. */
async function signedIn(host: Host): Promise<DashboardBrowser> {
  const service = await start({ host });
  const browser = await signIn(service);
  await service.close();
  return browser;
}

describe('after a restart', () => {
  it('an open page continues with its session and token, until the key ends', async () => {
    const host = hostWith();
    const { token, csrf } = await signedIn(host);
    const path = keyFile(host);
    if (host.userId !== undefined) {
      expect(lstatSync(path).mode & 0o777).toBe(0o600);
      expect(lstatSync(host.servicesFolder).mode & 0o777).toBe(0o700);
    }
    setAge(path, 11 * HOUR_MS);
    const service = await start({ host });
    const browser = withCookieOf(service, token);
    const sent = { body: { name: 'Kept' }, csrf: csrf() };
    const answers = await Promise.all([
      browser.send('GET', '/v1/account'),
      browser.send('GET', '/_sandbox/clock'),
      browser.send('POST', '/v1/integrations', sent),
      browser.send('GET', '/'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200]);
    expect(answers[0].headers.get('x-answered-for')).toBe('acct');
    const expiresAt = new Date(Math.floor(lstatSync(path).mtimeMs) + 12 * HOUR_MS);
    const { expiresAt: column } = loginSessions;
    const sessions = await service.sql.select({ expiresAt: column }).from(loginSessions);
    expect(sessions).toEqual([{ expiresAt }]);
    await service.close();

    const again = await start({ host });
    expect((await withCookieOf(again, token).send('GET', '/v1/account')).status).toBe(200);
  });

  it('a page of a tenant notices that its session is for the account', async () => {
    const host = hostWith();
    const former = await start({ host });
    const { tenantId } = await provision(former);
    const { submit, csrf, token } = await signIn(former);
    await submit('/login/tenant', { tenantId, csrf: csrf() });
    await former.close();
    const browser = withCookieOf(await start({ host }), token);
    const { headers } = await browser.send('GET', '/v1/account');
    expect(headers.get('x-answered-for')).toBe('acct');
    const change = { body: { name: 'Late' }, csrf: csrf(tenantId) };
    expect((await browser.send('POST', '/v1/integrations', change)).body['code']).toBe(
      'csrf_token_invalid',
    );
  });

  it('a logout ends a session that was opened again, and one that it is the first to open', async () => {
    const host = hostWith();
    for (const visits of [1, 0]) {
      const { token } = await signedIn(host);
      const service = await start({ host });
      const browser = withCookieOf(service, token);
      if (visits > 0) expect((await browser.send('GET', '/v1/account')).status).toBe(200);
      expect((await browser.submit('/logout', {})).status).toBe(303);
      await expectSignedOut(browser);
      await service.close();
      await expectSignedOut(withCookieOf(await start({ host }), token));
    }
  });
});

describe('a former cookie does not count', () => {
  it('at another port, or with a data folder', async () => {
    const host = hostWith();
    const { token } = await signedIn(host);
    const storage = { kind: 'folder', path: scratchFolder() } as const;
    for (const other of [{ port: 4011 }, { storage }]) {
      await expectSignedOut(withCookieOf(await start({ host, ...other }), token));
    }
  });

  it('at the data of another folder, and counts at its own by whatever name', async () => {
    const host = hostWith();
    const [path, link] = [scratchFolder(), join(scratchFolder(), 'link')];
    symlinkSync(path, link);
    const former = await start({ host, storage: { kind: 'folder', path } });
    const { token } = await signIn(former);
    await former.close();
    const own = await start({ host, storage: { kind: 'folder', path: link } });
    expect((await withCookieOf(own, token).send('GET', '/v1/account')).status).toBe(200);
    const other = await start({ host, storage: { kind: 'folder', path: scratchFolder() } });
    await expectSignedOut(withCookieOf(other, token));
  });

  it.each<readonly [string, (path: string) => void]>([
    ['is 12 hours old', (path) => setAge(path, 12 * HOUR_MS)],
    ['was made in the future', (path) => setAge(path, -HOUR_MS)],
    ['is gone', (path) => rmSync(path)],
    [
      'is a link to it',
      (path) => {
        const target = join(scratchFolder(), 'key');
        renameSync(path, target);
        symlinkSync(target, path);
      },
    ],
    [
      'is a folder',
      (path) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('when the key %s', async (_what, change) => {
    const host = hostWith();
    const { token } = await signedIn(host);
    change(keyFile(host));
    await expectSignedOut(withCookieOf(await start({ host }), token));
  });

  it('when the key was not written to its end, so that everybody could sign', async () => {
    const host = hostWith();
    const { token } = await signedIn(host);
    truncateSync(keyFile(host));
    const known = { secret: Buffer.alloc(0), expiresAt: new Date() };
    const forged = signToken(token.slice(0, 43), 'acct', known);
    await expectSignedOut(withCookieOf(await start({ host }), forged));
  });

  describe.skipIf(process.getuid === undefined)('when the key', () => {
    it.each([0o640, 0o604, 0o620])('has the mode %o', async (mode) => {
      const host = hostWith();
      const { token } = await signedIn(host);
      chmodSync(keyFile(host), mode);
      await expectSignedOut(withCookieOf(await start({ host }), token));
    });

    it('is in a folder that others can open', async () => {
      const host = hostWith();
      const { token } = await signedIn(host);
      chmodSync(host.servicesFolder, 0o710);
      await expectSignedOut(withCookieOf(await start({ host }), token));
    });

    it('is in a folder of another user, where a login and a logout do without it', async () => {
      const host = hostWith();
      const { token } = await signedIn(host);
      const service = await start({ host: { ...host, userId: (host.userId ?? 0) + 1 } });
      await expectSignedOut(withCookieOf(service, token));
      const browser = await signIn(service);
      expect(browser.token).not.toContain('.');
      expect((await browser.submit('/logout', {})).status).toBe(303);
    });

    it.skipIf(process.getuid?.() !== 0)('is of another user', async () => {
      const host = hostWith();
      const { token } = await signedIn(host);
      chownSync(keyFile(host), 1, -1);
      await expectSignedOut(withCookieOf(await start({ host }), token));
    });
  });

  it.each<readonly [string, (token: string) => string]>([
    ['its first', (token) => changed(token, 0)],
    ['the last of its random', (token) => changed(token, 42)],
    ['the first of its MAC', (token) => changed(token, 44)],
    ['its last', (token) => changed(token, 86)],
    ['no', (token) => `${token}A`],
    ['one of no', (token) => token.slice(0, 43)],
  ])('with %s character changed', async (_which, forge) => {
    const host = hostWith();
    const { token } = await signedIn(host);
    await expectSignedOut(withCookieOf(await start({ host }), forge(token)));
  });

  it.each<readonly [string, (service: TestService, browser: DashboardBrowser) => unknown]>([
    ['its logout', (_service, browser) => browser.submit('/logout', {})],
    ['the logout of another', async (service) => (await signIn(service)).submit('/logout', {})],
    ['a reset by the page', (_service, browser) => browser.send('POST', '/_sandbox/reset')],
    ['a reset by a command', (service) => service.control('/reset', {})],
  ])('after %s', async (_what, end) => {
    const host = hostWith();
    const former = await start({ host });
    const browser = await signIn(former);
    await end(former, browser);
    await former.close();
    expect(readdirSync(host.servicesFolder)).toEqual([]);
    const service = await start({ host });
    await expectSignedOut(withCookieOf(service, browser.token));
    // Nor once there is another key.
    await signIn(service);
    await expectSignedOut(withCookieOf(service, browser.token));
  });
});

/** The text with another character at a place. Both are in the alphabet. */
function changed(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
}

it('a snapshot leaves the key as it is', async () => {
  const host = hostWith();
  const former = await start({ host });
  const { token } = await signIn(former);
  await former.control('/snapshots', { name: 'kept' });
  await former.control('/snapshots/kept/restore', {});
  await former.close();
  const browser = withCookieOf(await start({ host }), token);
  expect((await browser.send('GET', '/v1/account')).status).toBe(200);
});

it('a key is random, also of the same seed, and old ones are removed, also of other ports', async () => {
  const hosts = [hostWith(), hostWith()];
  for (const host of hosts) await signedIn(host);
  const [one, other] = hosts.map((host) => readFileSync(keyFile(host)));
  expect(one).toHaveLength(32);
  expect(one).not.toEqual(other);

  const [host = hostWith()] = hosts;
  setAge(keyFile(host), 12 * HOUR_MS);
  storeOf({ host, port: 4011 });
  expect(readdirSync(host.servicesFolder)).toEqual([]);
});

it('a logout fails where the key cannot be removed, and the session stays', async () => {
  const store = storeOf({ host: hostWith() });
  const errors: unknown[] = [];
  const service = await startTestService(
    {},
    {
      sessionKey: () => ({
        ...store,
        remove() {
          throw new Error('EROFS');
        },
      }),
      onError: (error) => errors.push(error),
    },
  );
  onTestFinished(() => service.close());
  const browser = await signIn(service);
  expect((await browser.submit('/logout', {})).status).toBe(500);
  expect((await browser.send('GET', '/v1/account')).status).toBe(200);
  expect(errors).toEqual([new Error('EROFS')]);
});

const PASSWORD = 'correct horse battery';

it.each<readonly [string, Partial<ServiceConfig>]>([
  ['a host', { host: '127.0.0.1' }],
  ['a public URL', { publicUrl: 'http://localhost:4010' }],
  ['a password', { password: PASSWORD }],
  ['PostgreSQL', { storage: { kind: 'postgres', url: 'postgres://127.0.0.1/x', controls: true } }],
])('with %s, no key is kept', (_what, config) => {
  expect(chooseSessionKey(hostWith(), { ...reach, ...config })).toBeUndefined();
});

it.each<readonly [string, readonly string[], Host['env'], boolean]>([
  ['keeps a key', [], {}, true],
  ['keeps none with --host', ['--host', '127.0.0.1'], {}, false],
  ['keeps none with a password', ['--rng', 'x'], { SCREENING_SANDBOX_PASSWORD: PASSWORD }, false],
])('the command %s', async (_what, flags, env, isKept) => {
  const host = { ...hostWith(), env };
  const command = ['--port', '0', '--json', '--frozen', '--seed', 'none', ...flags];
  const starting = startCommand(command, host);
  await starting.terminal.untilPrinted('dashboardUrl');
  const { out } = starting.terminal.printed();
  const { dashboardUrl } = JSON.parse(out);
  const cookie = cookieOf((await visit(dashboardUrl)).headers);
  await starting.stop();
  const { port } = new URL(dashboardUrl);
  const left = readdirSync(host.servicesFolder);
  expect(left).toEqual(isKept ? [`session-key-${port}-memory`] : []);
  expect(cookie.includes('.')).toBe(isKept);
});
