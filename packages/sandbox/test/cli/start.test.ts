import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Derivation } from '../../src/store/ids.js';
import { hostWith, runCommand, startCommand } from './support/run-command.js';

const host = { env: {}, servicesFolder: `${tmpdir()}/no-services-here` };
const run = (...flags: string[]) => runCommand(['--port', '0', ...flags], host);

it('a busy port ends it with one sentence', async () => {
  const busy = createServer();
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void busy.close());
  const address = busy.address();
  const port = typeof address === 'object' ? address?.port : 0;
  expect(await run('--port', String(port))).toEqual({
    out: '',
    exit: 1,
    err: 'error: this port is taken. Pass another one: --port 4011, or --port 0 for any.\n',
  });
});

it.each([
  [['--nope'], "error: unknown option '--nope'\n"],
  [['--port', 'x'], 'Expected a number from 0 to 65535.'],
  [['--clock', 'soon'], 'Expected an ISO 8601 time.'],
  [['--rate-limit', '0'], 'Expected a whole number above 0, or off.'],
  [['--forward-to', 'file:///etc/passwd'], '--forward-to'],
  [['--forward-to', 'http://10.0.0.1/'], '--allow-net 10.0.0.1'],
  [['--allow-net', '10.0.0.0/99'], '10.0.0.0/99'],
  [['extra'], 'too many arguments'],
])('%j ends it with exit code 1', async (flags, message) => {
  const { exit, err } = await run(...flags);
  expect(err).toContain(message);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(exit).toBe(1);
});

const DATABASE_URL = 'postgres://screening:geheim@127.0.0.1:1/screening';

it.each([
  [['--controls'], {}, '--controls is for DATABASE_URL.'],
  [['--data', '/nowhere'], { DATABASE_URL }, '--data: DATABASE_URL is set as well'],
  [['--frozen'], { DATABASE_URL }, '--frozen with DATABASE_URL needs --controls'],
  [[], { DATABASE_URL: 'mysql://db.example/screening' }, 'DATABASE_URL: expected postgres://'],
  [[], { DATABASE_URL, SCREENING_API_KEY: 'bss_full_short' }, 'SCREENING_API_KEY: expected bss_'],
  [[], { DATABASE_URL }, 'the database screening at 127.0.0.1:1: connect ECONNREFUSED'],
])('%j with the environment %j ends it with exit code 1', async (flags, env, message) => {
  const { out, exit, err } = await runCommand(['--port', '0', ...flags], { ...host, env });
  expect(err).toContain(message);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(err).not.toContain('geheim');
  expect([out, exit]).toEqual(['', 1]);
});

const PASSWORD = 'twelve chars';
const PUBLIC = ['--public-url', 'https://screening.staging.example'];

it.each([
  [['--host', 'nonsense'], 'Expected an IP address'],
  [['--host', 'localhost'], 'Expected an IP address'],
  [['--host', ''], 'Expected an IP address'],
  [['--host', '127.1'], 'Expected an IP address'],
  [['--host', '10.0.0.0/8'], 'Expected an IP address'],
  [['--host', '[10.1.2.3]'], 'Expected an IP address'],
  [['--host', '0.0.0.0:4010'], 'Expected an IP address'],
  [['--public-url', 'ftp://screening.staging.example'], 'Expected http or https'],
  [['--public-url', 'screening.staging.example'], 'Expected http or https'],
  [['--public-url', 'https:screening.staging.example'], 'Expected http or https'],
  [['--public-url', 'https://screening.staging.example/path'], 'Expected http or https'],
  [['--public-url', 'https://screening.staging.example/?'], 'Expected http or https'],
  [['--public-url', 'https://screening.staging.example?q'], 'Expected http or https'],
  [['--public-url', 'https://screening.staging.example#'], 'Expected http or https'],
  [['--public-url', 'https://me:secret@screening.staging.example'], 'Expected http or https'],
  [['--public-url', 'https://@screening.staging.example'], 'Expected http or https'],
  [['--public-url', 'https://a b'], 'Expected http or https'],
  [['--public-url', 'https://a:0'], 'Expected http or https'],
  [['--public-url', 'https://a:99999'], 'Expected http or https'],
  [['--public-url', ''], 'Expected http or https'],
])('%j ends it with exit code 1, whatever the password', async (flags, message) => {
  const env = { SCREENING_SANDBOX_PASSWORD: PASSWORD };
  const { out, exit, err } = await runCommand(['--port', '0', ...flags], { ...host, env });
  expect(err).toContain(message);
  expect(err.trim().split('\n')).toHaveLength(1);
  expect([out, exit]).toEqual(['', 1]);
});

describe('others could reach it', () => {
  const addresses = ['0.0.0.0', '::', '[::]', '::0', '10.1.2.3', 'fd00::1', '[fd00::1]', '8.8.8.8'];
  it.each([...addresses, '::ffff:10.1.2.3', '169.254.1.1'])(
    '--host %s needs a password and a public URL',
    async (address) => {
      const { out, exit, err } = await run('--host', address);
      expect(err).toMatch(
        /^error: --host \S+ lets others reach the service: set SCREENING_SANDBOX_PASSWORD to at least 12 characters and pass --public-url, the address that they use\.\n$/,
      );
      expect([out, exit]).toEqual(['', 1]);
    },
  );

  it('says which of the two is missing', async () => {
    expect((await run('--host', '0.0.0.0', ...PUBLIC)).err).toMatch(
      /reach the service: set SCREENING_SANDBOX_PASSWORD to at least 12 characters\.\n$/,
    );
    expect((await run(...PUBLIC)).err).toMatch(
      /^error: --public-url lets others reach the service: set SCREENING_SANDBOX_PASSWORD to at/,
    );
    const env = { SCREENING_SANDBOX_PASSWORD: PASSWORD };
    expect((await runCommand(['--host', '0.0.0.0'], { ...host, env })).err).toMatch(
      /reach the service: pass --public-url, the address that they use\.\n$/,
    );
  });

  it.each([
    ['', 'too short'],
    ['eleven char', 'too short'],
    ['ünïcödé éß😀', 'too short'],
    ['twelve chars\n', 'control character'],
  ])('refuses the password %j, also where none is needed', async (password, message) => {
    const env = { SCREENING_SANDBOX_PASSWORD: password };
    for (const flags of [[], ['--host', '0.0.0.0', ...PUBLIC]]) {
      const { out, exit, err } = await runCommand(flags, { ...host, env });
      expect(err).toMatch(/^error: SCREENING_SANDBOX_PASSWORD [^\n]*\n$/);
      expect(err).toContain(message);
      if (password !== '') expect(err).not.toContain(password);
      expect([out, exit]).toEqual(['', 1]);
    }
  });

  it('says that this machine does not have an address', async () => {
    const env = { SCREENING_SANDBOX_PASSWORD: PASSWORD };
    // TEST-NET-3 is nobody's.
    const flags = ['--port', '0', '--host', '203.0.113.1', ...PUBLIC];
    expect(await runCommand(flags, { ...host, env })).toEqual({
      out: '',
      exit: 1,
      err: 'error: --host: this machine does not have the address 203.0.113.1. 0.0.0.0 is all that it has.\n',
    });
  });
});

it('serves others by the public URL, and the commands of this machine over loopback', async () => {
  const env = { SCREENING_SANDBOX_PASSWORD: PASSWORD };
  const folder = hostWith();
  const starting = startCommand(['--port', '0', '--host', '::ffff:0.0.0.0', ...PUBLIC], {
    ...folder,
    env,
  });
  await starting.terminal.untilPrinted('control token');
  const { out } = starting.terminal.printed();
  expect(out).toContain('  API             https://screening.staging.example/v1\n');
  const [, local = ''] = /^ {2}on this machine (http:\/\/127\.0\.0\.1:\d+)$/m.exec(out) ?? [];
  const { port } = new URL(local);
  for (const url of [
    [],
    ['--url', 'https://screening.staging.example'],
    ['--url', 'https://SCREENING.staging.example:443/'],
    ['--url', `http://localhost:${port}`],
    ['--url', `http://127.0.0.1:${port}`],
    ['--url', `http://[::1]:${port}`],
  ]) {
    expect(await runCommand(['clock', 'now', ...url], folder)).toMatchObject({ err: '', exit: 0 });
  }
  for (const url of ['http://screening.staging.example', `http://localhost.example:${port}`]) {
    const { err } = await runCommand(['clock', 'now', '--url', url], folder);
    expect(err).toBe(
      `error: ${url} was not started by this user. Set SCREENING_API_KEY and SCREENING_CONTROL_TOKEN.\n`,
    );
  }

  // Everybody can derive the keys of the default seed.
  const known = new Derivation('sandbox', new Date());
  const [, key = ''] = /^ {2}API key {9}(bss_full_\w{32})$/m.exec(out) ?? [];
  expect(key).not.toBe('');
  expect(key).not.toBe(known.secret('bss_full_', known.id('key', 1)));
  const { err, exit } = await starting.stop();
  expect([err, exit]).toEqual(['', 0]);
  expect(out).not.toContain(PASSWORD);
  expect(readdirSync(folder.servicesFolder)).toEqual([]);
});

it.each([
  ['a world', [], 8],
  ['nothing, with --seed none,', ['--seed', 'none'], 0],
] as const)('begins with %s', async (_what, flags, candidates) => {
  const starting = startCommand(['--port', '0', '--json', '--frozen', ...flags], hostWith());
  await starting.terminal.untilPrinted('controlToken');
  const { url, keys } = JSON.parse(starting.terminal.printed().out);
  const { data } = await (
    await fetch(`${url}/v1/candidates`, { headers: { authorization: `Bearer ${keys.full}` } })
  ).json();
  expect(data).toHaveLength(candidates);
  expect((await starting.stop()).exit).toBe(0);
});
