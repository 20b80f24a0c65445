import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { serve } from 'screening-webhooks-test-support/serve';
import { describe, expect, it, vi } from 'vitest';
import type { Host } from '../../src/cli/host.js';
import { chooseStorage, unusedVariable } from '../../src/cli/start/read-config.js';
import { Derivation } from '../../src/service/kernel/identity.js';
import { startScriptedReceiver } from '../support/scripted-receiver.js';
import {
  hostWith,
  refused,
  runCommand,
  STOPPING,
  startCommand,
  succeed,
} from './support/run-command.js';

const host = { env: {}, servicesFolder: `${tmpdir()}/no-services-here` };
/** The reason why the service does not start. */
const refusal = (flags: readonly string[], env: Host['env'] = {}) =>
  refused(['--port', '0', ...flags], { ...host, env });

it('a busy port ends it with one sentence', async () => {
  const { port } = await serve(() => {});
  expect(await refusal(['--port', String(port)])).toBe(
    'error: this port is taken. Pass another one: --port 4011, or --port 0 for any.\n',
  );
});

it('a machine whose free ports are all taken on another address does, too', async () => {
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    const taken = Object.assign(new Error('taken'), { code: 'EADDRINUSE' });
    return setImmediate(() => this.emit('error', taken)) && this;
  });
  expect(await refusal([])).toBe(
    'error: none of the free ports that were tried is free on every address. Start again, or pass one: --port 4011.\n',
  );
});

it.each([
  [['--nope'], "error: unknown option '--nope'\n"],
  [['--port', 'x'], 'Expected a number from 0 to 65535.'],
  [
    ['--clock', 'soon'],
    'Expected a time with its offset, such as 2026-01-31T09:00:00Z (RFC 3339).',
  ],
  [['--retain', '1h'], 'Expected from 1d to 36500d, such as 30d.'],
  [['--retain', 'soon'], 'Give a duration such as 30s'],
  [['--rate-limit', '0'], 'Expected a whole number above 0, or off.'],
  [['--forward-to', 'file:///etc/passwd'], '--forward-to'],
  [['--forward-to', 'http://10.0.0.1/'], '--allow-net 10.0.0.1'],
  [['--allow-net', '10.0.0.0/99'], '10.0.0.0/99'],
  [
    ['--trust-proxy', '10.0.0.0/8', '--trust-proxy', 'proxy.example'],
    '--trust-proxy: "proxy.example" is',
  ],
  [['--signature-clock', 'real'], 'Allowed choices are wall, virtual.'],
  [['extra'], 'too many arguments'],
])('%j ends it with exit code 1', async (flags, message) => {
  expect(await refusal(flags)).toContain(message);
});

const SCREENING_DATABASE_URL = 'postgres://screening:geheim@127.0.0.1:1/screening';
const DATABASE_URL = 'postgres://app:geheim@127.0.0.1:2/app';

it.each([
  [['--controls'], {}, '--controls is for SCREENING_DATABASE_URL.'],
  [['--controls'], { DATABASE_URL }, '--controls is for SCREENING_DATABASE_URL.'],
  [
    ['--data', '/nowhere'],
    { SCREENING_DATABASE_URL },
    '--data: SCREENING_DATABASE_URL is set as well',
  ],
  [
    ['--frozen'],
    { SCREENING_DATABASE_URL },
    '--frozen with SCREENING_DATABASE_URL needs --controls',
  ],
  [
    [],
    { SCREENING_DATABASE_URL: 'mysql://db.example/screening' },
    'SCREENING_DATABASE_URL: expected postgres://',
  ],
  [
    [],
    { SCREENING_DATABASE_URL, SCREENING_API_KEY: 'bss_full_short' },
    'SCREENING_API_KEY: expected bss_',
  ],
  [[], { SCREENING_METRICS_TOKEN: 'geheim' }, 'SCREENING_METRICS_TOKEN: expected at least 24'],
  [
    [],
    { SCREENING_DATABASE_URL, DATABASE_URL },
    'the database screening at 127.0.0.1:1: connect ECONNREFUSED',
  ],
])('%j with the environment %j ends it with exit code 1', async (flags, env, message) => {
  const sentence = await refusal(flags, env);
  expect(sentence).toContain(message);
  expect(sentence).not.toContain('geheim');
});

it('leaves the secrets out with --no-secrets, and says that it does not use the DATABASE_URL of the app', async () => {
  const flags = ['--port', '0', '--json', '--no-secrets', '--frozen', '--seed', 'none'];
  const env = { DATABASE_URL, SCREENING_DATABASE_URL: '' };
  const starting = startCommand(flags, { ...hostWith(), env });
  await starting.terminal.untilPrinted('integrationId');
  const { out, err, exit } = await starting.stop();
  expect(Object.keys(JSON.parse(out)).sort()).toEqual(['endpoints', 'integrationId', 'url']);
  expect([err, exit]).toEqual([
    `DATABASE_URL is not used. Set SCREENING_DATABASE_URL to keep the state in PostgreSQL.\n${STOPPING}`,
    0,
  ]);
});

it.each([
  ['beside the database of the service', {}, { DATABASE_URL, SCREENING_DATABASE_URL }],
  ['beside a folder', { data: 'screening-data' }, { DATABASE_URL }],
  ['when it is empty', {}, { DATABASE_URL: '' }],
])('does not speak of DATABASE_URL %s', (_where, options, env) => {
  expect(unusedVariable(chooseStorage(options, env), env)).toBe('');
});

it('signs with the time of a frozen clock, and writes the variables that are asked for', async () => {
  const signatures: unknown[] = [];
  const { url: receiver } = await serve((request, response) => {
    signatures.push(request.headers['service-signature']);
    response.end();
  });
  const flags: string[] = [];
  const host = { ...hostWith(), setEngineFlags: (flag: string) => void flags.push(flag) };
  const file = `${host.servicesFolder}/.dev.vars`;
  const starting = startCommand(
    [
      ...['--port', '0', '--json', '--seed', 'none', '--forward-to', receiver],
      ...['--frozen', '--clock', '2026-01-01T00:00:00Z', '--signature-clock', 'virtual'],
      ...['--write-env', file],
      ...['--write-env-only', 'SCREENING_URL', '--write-env-only', 'SCREENING_SECRET'],
    ],
    host,
  );
  await starting.terminal.untilPrinted('controlToken');
  const { url, keys, controlToken, endpoints } = JSON.parse(starting.terminal.printed().out);
  expect(await candidatesOf(url, keys.full)).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe(
    `SCREENING_SECRET=${endpoints[0].secret}\nSCREENING_URL=${url}\n`,
  );
  // Optimizing a database that runs only briefly costs more than it gains.
  expect(flags).toEqual(['--liftoff-only']);
  for (const [path, body] of [
    ['trigger', { type: 'document_verification.completed' }],
    ['clock', { settle: true }],
  ] as const) {
    const answer = await fetch(`${url}/_sandbox/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.ok, await answer.text()).toBe(true);
  }
  expect(signatures).toEqual([
    expect.stringMatching(new RegExp(`^t=${Date.UTC(2026, 0, 1) / 1000},v1=`)),
  ]);
  expect((await starting.stop()).err).toBe(STOPPING);
});

it('prints a line to stderr for each attempt of --forward-to, and nothing of other endpoints', async () => {
  const host = hostWith();
  const { url, answers } = await startScriptedReceiver();
  const flags = ['--port', '0', '--seed', 'none', '--frozen', '--clock', '2026-01-01T00:00:00Z'];
  const starting = startCommand([...flags, '--forward-to', url], host);
  await starting.terminal.untilPrinted('signing secret');
  const { out: before } = starting.terminal.printed();
  await succeed(host, 'endpoints', 'create', 'http://localhost:1/');
  const type = 'document_verification.completed';
  answers.push(500, 200, 'hang up');
  await succeed(host, 'trigger', type, '--external-id', 'c1', '--fault', 'duplicate');
  await succeed(host, 'clock', 'drain');
  await starting.terminal.untilErrorPrinted('#4 ');
  const { out, err, exit } = await starting.stop();
  expect([out, exit]).toEqual([before, 0]);
  const lines = err
    .split('\n')
    .map((line) => line.replaceAll(/dlv_\w+/g, 'dlv').replaceAll(/\d+ ms/g, 'n ms'));
  expect(lines).toEqual([
    `2026-01-01T00:00:00.000Z  ${type}  c1  dlv  #1 500 in n ms  fault duplicate: The receiver answered 500, and only a 2xx status acknowledges. It said: answer 500`,
    `2026-01-01T00:00:00.000Z  ${type}  c1  dlv  #2 200 in n ms  fault duplicate`,
    expect.stringMatching(
      /^2026-01-01T00:01:00\.000Z {2}\S+ {2}c1 {2}dlv {2}#3 connection_\w+ in n ms: \w.*\.$/,
    ),
    `2026-01-01T00:03:00.000Z  ${type}  c1  dlv  #4 200 in n ms`,
    STOPPING.trimEnd(),
    '',
  ]);
});

it.each([
  [['--write-env-only', 'SCREENING_SECRET'], 'pass --write-env <file> too.'],
  [
    ['--write-env', '.env', '--write-env-only', 'SCREENING_SECRETS'],
    'Did you mean SCREENING_SECRE',
  ],
  [['--write-env', '.env', '--write-env-only', 'SCREENING_URL,x'], 'SCREENING_SECRET, SCREENING_A'],
  [['--write-env', '.env', '--write-env-only', ' , '], 'Give some of SCREENING_SECRET, SCREENIN'],
  [['--write-env', '/'], '--write-env: cannot write /: it is a directory.'],
])('%j ends it before the service starts', async (flags, message) => {
  // Only the start of the service refuses the URL of the database.
  expect(await refusal(flags, { SCREENING_DATABASE_URL })).toContain(message);
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
  expect(await refusal(flags, { SCREENING_SANDBOX_PASSWORD: PASSWORD })).toContain(message);
});

describe('others could reach it', () => {
  const addresses = ['0.0.0.0', '::', '[::]', '::0', '10.1.2.3', 'fd00::1', '[fd00::1]', '8.8.8.8'];
  it.each([...addresses, '::ffff:10.1.2.3', '169.254.1.1'])(
    '--host %s needs a password and a public URL',
    async (address) => {
      expect(await refusal(['--host', address])).toMatch(
        /^error: --host \S+ lets others reach the service: set SCREENING_SANDBOX_PASSWORD to at least 12 characters and pass --public-url, the address that they use\.\n$/,
      );
    },
  );

  it('says which of the two is missing', async () => {
    expect(await refusal(['--host', '0.0.0.0', ...PUBLIC])).toMatch(
      /reach the service: set SCREENING_SANDBOX_PASSWORD to at least 12 characters\.\n$/,
    );
    expect(await refusal(PUBLIC)).toMatch(
      /^error: --public-url lets others reach the service: set SCREENING_SANDBOX_PASSWORD to at/,
    );
    const env = { SCREENING_SANDBOX_PASSWORD: PASSWORD };
    expect(await refusal(['--host', '0.0.0.0'], env)).toMatch(
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
      const sentence = await refusal(flags, env);
      expect(sentence).toMatch(/^error: SCREENING_SANDBOX_PASSWORD /);
      expect(sentence).toContain(message);
      if (password !== '') expect(sentence).not.toContain(password);
    }
  });

  it('says that this machine does not have an address', async () => {
    const env = { SCREENING_SANDBOX_PASSWORD: PASSWORD };
    // Nobody has an address of TEST-NET-3.
    expect(await refusal(['--host', '203.0.113.1', ...PUBLIC], env)).toBe(
      'error: --host: this machine does not have the address 203.0.113.1. 0.0.0.0 listens on all that it has.\n',
    );
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
      `error: no service of this user runs at ${url}. Start it; for one of another user or machine, set SCREENING_API_KEY and SCREENING_CONTROL_TOKEN.\n`,
    );
  }

  // Everybody can derive the keys of the default seed.
  const known = new Derivation('sandbox', new Date());
  const [, key = ''] = /^ {2}API key {9}(bss_full_\w{32})$/m.exec(out) ?? [];
  expect(key).not.toBe('');
  expect(key).not.toBe(known.secret('bss_full_', known.id('key', 1)));
  const { err, exit } = await starting.stop();
  expect([err, exit]).toEqual([STOPPING, 0]);
  expect(out).not.toContain(PASSWORD);
  expect(readdirSync(folder.servicesFolder)).toEqual([]);
});

async function candidatesOf(url: string, key: string): Promise<unknown> {
  const answer = await fetch(`${url}/v1/candidates`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return (await answer.json()).data;
}

it('begins with a world, and lets the commands find it', async () => {
  const host = hostWith();
  const forwardTo = ['--forward-to', 'http://localhost:9/webhooks/screening'];
  const starting = startCommand(['--port', '0', '--json', '--frozen', ...forwardTo], host);
  await starting.terminal.untilPrinted('controlToken');
  const { url, keys, endpoints } = JSON.parse(starting.terminal.printed().out);
  expect(await candidatesOf(url, keys.full)).toHaveLength(8);
  const other = await runCommand(['endpoints', 'create', 'http://localhost:9/others'], host);
  expect(other).toMatchObject({ err: '', exit: 0 });
  const { out } = await runCommand(['secret', 'show'], host);
  expect(out).toBe(`${endpoints[0].secret}\n`);
  expect((await starting.stop()).exit).toBe(0);
});

it('a database in a folder, which may run for long, is optimized', async () => {
  const flags: string[] = [];
  const setEngineFlags = (flag: string) => void flags.push(flag);
  const file = `${scratchFolder()}/file`;
  writeFileSync(file, '');
  await refused(['--port', '0', '--data', file], { ...host, setEngineFlags });
  expect(flags).toEqual([]);
});

// V8 flags apply to the whole process, and startSandbox() runs in the process of a test.
it('nothing but the command sets flags of V8', () => {
  const sources = fileURLToPath(new URL('../../src/', import.meta.url));
  const files = readdirSync(sources, { encoding: 'utf8', recursive: true });
  const setters = files.filter(
    (file) => /\.tsx?$/.test(file) && readFileSync(sources + file, 'utf8').includes('node:v8'),
  );
  expect(setters).toEqual(['cli/host.ts']);
});
