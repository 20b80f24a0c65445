import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type Host, systemHost } from '../../src/cli/host.js';
import {
  announceService,
  isOwnFile,
  runningServices,
} from '../../src/cli/running-service/running-services.js';
import { announceOn, hostWith, refused, startCommand } from './support/run-command.js';
import { service } from './support/service-description.js';

const entry = {
  url: 'http://127.0.0.1:4011',
  key: 'key',
  controlToken: 'token',
  integrationId: 'int_1',
  pid: process.pid,
};
const FILE = '4010.json';

/** The host from the view of a user who does not own its folder. */
function asOtherUser(host: Host): Host {
  return { ...host, userId: (host.userId ?? 0) + 1 };
}

/** Announces the service. Returns the warnings. */
function announced(host: Host): readonly string[] {
  const warnings: string[] = [];
  announceService(host, service, { warn: (sentence) => warnings.push(sentence) });
  return warnings;
}

function plant(host: Host, name: string, content: object): void {
  writeFileSync(join(host.servicesFolder, name), JSON.stringify(content), { mode: 0o600 });
}

it.each([
  ['/run/user/7', '/run/user/7'],
  ['', tmpdir()],
  [undefined, tmpdir()],
])('with XDG_RUNTIME_DIR=%j the folder is in %s', (value, parent) => {
  vi.stubEnv('XDG_RUNTIME_DIR', value);
  expect(dirname(systemHost().servicesFolder)).toBe(parent);
});

const withUserIds = describe.skipIf(process.getuid === undefined);

withUserIds('a folder of another user', () => {
  it('is not read', async () => {
    const host = hostWith(service);
    expect(runningServices(host)).toHaveLength(1);
    expect(runningServices(asOtherUser(host))).toEqual([]);
    expect(await refused(['clock'], asOtherUser(host))).toBe(
      `error: no service was found, because ${host.servicesFolder} belongs to another user. Set XDG_RUNTIME_DIR to a folder of your own for the service and the commands, or set SCREENING_URL, SCREENING_API_KEY and SCREENING_CONTROL_TOKEN for the commands.\n`,
    );
    expect(await refused(['clock', '--url', service.url], asOtherUser(host))).toContain(
      `${host.servicesFolder} belongs to another user.`,
    );
  });

  it('is not written, and keeps its mode: root could change it', () => {
    const host = hostWith();
    chmodSync(host.servicesFolder, 0o755);
    plant(host, FILE, entry);
    expect(announced(asOtherUser(host))).toEqual([
      expect.stringMatching(
        /^the other commands cannot find this service: \S+ belongs to another user\. Set XDG_RUNTIME_DIR [^\n]*$/,
      ),
    ]);
    expect(lstatSync(host.servicesFolder).mode & 0o777).toBe(0o755);
    expect(readdirSync(host.servicesFolder)).toEqual([FILE]);
  });

  it('does not hinder the start, which warns with one line', async () => {
    const host = asOtherUser(hostWith());
    const flags = ['--port', '0', '--frozen', '--seed', 'none'];
    const starting = startCommand(flags, host);
    await starting.terminal.untilPrinted('control token');
    const { out, err, exit } = await starting.stop();
    expect(err).toMatch(
      /^warning: the other commands cannot find this service: [^\n]+\n.*stopping at SIGINT.*\n$/,
    );
    expect([out, exit]).toEqual([expect.stringContaining('API key'), 0]);
    expect(readdirSync(host.servicesFolder)).toEqual([]);
  });
});

withUserIds('a folder of one’s own that others can open', () => {
  it.each([0o755, 0o777, 0o710, 0o701])('with the mode %o is not read', async (mode) => {
    const host = hostWith(service);
    chmodSync(host.servicesFolder, mode);
    expect(runningServices(host)).toEqual([]);
    expect(await refused(['clock'], host)).toMatch(
      /because \S+ is open to other users\. The next start of a service closes it\.\n$/,
    );
  });

  it('is closed and emptied by the next start', () => {
    const host = hostWith(service);
    plant(host, '4011.json', entry);
    mkdirSync(join(host.servicesFolder, '4012.json'));
    chmodSync(host.servicesFolder, 0o777);
    announceOn(host, { ...service, url: 'http://127.0.0.1:4013' });
    expect(lstatSync(host.servicesFolder).mode & 0o777).toBe(0o700);
    expect(runningServices(host).map(({ url }) => url)).toEqual(['http://127.0.0.1:4013']);
  });
});

describe('other files in place of the folder', () => {
  it.each([
    ['a link', (path: string, elsewhere: string) => symlinkSync(elsewhere, path)],
    ['a file', (path: string) => writeFileSync(path, '')],
  ] as const)('%s is not used', (_what, make) => {
    const { servicesFolder: parent, userId } = hostWith();
    const { servicesFolder: elsewhere } = hostWith(service);
    const host = { env: {}, servicesFolder: join(parent, 'services'), userId };
    make(host.servicesFolder, elsewhere);
    expect(announced(host)).toEqual([
      expect.stringMatching(/services is a link or a file, not a folder\. Set XDG_RUNTIME_DIR/),
    ]);
    expect(runningServices(host)).toEqual([]);
    expect(readdirSync(elsewhere)).toEqual([FILE]);
  });

  it('nothing, where no folder can be made, is a warning', () => {
    const { servicesFolder: parent, userId } = hostWith();
    writeFileSync(join(parent, 'file'), '');
    const host = { env: {}, servicesFolder: join(parent, 'file', 'services'), userId };
    expect(announced(host)).toEqual([expect.stringMatching(/ENOTDIR.*Set XDG_RUNTIME_DIR/)]);
    expect(runningServices(host)).toEqual([]);
  });
});

it('a folder that is missing is made for this user alone, and the service is withdrawn from it', () => {
  const host = hostWith();
  rmSync(host.servicesFolder, { recursive: true });
  const withdraw = announceService(host, service, { warn: (sentence) => expect.fail(sentence) });
  expect(lstatSync(host.servicesFolder).isDirectory()).toBe(true);
  expect(runningServices(host)).toMatchObject([{ url: service.url, key: 'bss_full_a' }]);
  if (host.userId !== undefined) {
    expect(lstatSync(host.servicesFolder).mode & 0o777).toBe(0o700);
    expect(lstatSync(join(host.servicesFolder, FILE)).mode & 0o777).toBe(0o600);
  }
  withdraw();
  expect(runningServices(host)).toEqual([]);
});

it('without user ids, each folder counts', () => {
  const host = { ...hostWith(service), userId: undefined };
  chmodSync(host.servicesFolder, 0o777);
  expect(runningServices(host)).toHaveLength(1);
});

describe('an entry', () => {
  it.each([
    ['complete', {}, 1],
    ['without a key', { key: undefined }, 1],
    ['of the process 0', { pid: 0 }, 0],
    ['of a group of processes', { pid: -process.pid }, 0],
    ['of all processes', { pid: -1 }, 0],
    ['of half a process', { pid: process.pid + 0.5 }, 0],
    ['of a text', { pid: String(process.pid) }, 0],
    ['of nobody', { pid: undefined }, 0],
    ['on another machine', { url: 'http://192.0.2.1:4010' }, 0],
    ['on a name', { url: 'http://127.0.0.1:4010@evil.example' }, 0],
    ['without a token', { controlToken: undefined }, 0],
  ])('%s', (_what, change, count) => {
    const host = hostWith();
    plant(host, FILE, { ...entry, ...change });
    expect(runningServices(host)).toHaveLength(count);
  });

  it('that is a link or a folder does not count', () => {
    const host = hostWith(service);
    symlinkSync(join(host.servicesFolder, FILE), join(host.servicesFolder, '1.json'));
    mkdirSync(join(host.servicesFolder, '2.json'));
    expect(runningServices(host)).toHaveLength(1);
  });

  it.skipIf(process.getuid === undefined)('of another user does not count', () => {
    const host = hostWith(service);
    const path = join(host.servicesFolder, FILE);
    expect(isOwnFile(path, host)).toBe(true);
    expect(isOwnFile(path, asOtherUser(host))).toBe(false);
    expect(isOwnFile(path, { ...host, userId: undefined })).toBe(true);
  });
});
