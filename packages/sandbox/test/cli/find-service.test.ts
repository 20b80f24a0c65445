import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Command, recordingTerminal } from 'screening-webhooks-terminal';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { describe, expect, it } from 'vitest';
import type { Host } from '../../src/cli/host.js';
import { createSandboxProgram } from '../../src/cli/program.js';
import { comparableOrigin } from '../../src/cli/running-service/find-service.js';
import type { RunningService } from '../../src/cli/running-service/running-services.js';
import { writeSettings } from '../../src/cli/start/write-settings.js';
import type { ServiceDescription } from '../../src/service/config/service-config.js';
import { startScriptedReceiver } from '../support/scripted-receiver.js';
import { sharedService } from '../support/service.js';
import { hostWith, jsonLines, refused, runCommand } from './support/run-command.js';

const service = sharedService();
const DOWN = 'http://127.0.0.1:1';
const works = { err: '', exit: 0 };

/** Every command that calls a service, with the arguments that it needs. */
function serviceCommands(command: Command, names: readonly string[] = []): string[][] {
  const below = command.commands.flatMap((each) => serviceCommands(each, [...names, each.name()]));
  if (!command.options.some(({ long }) => long === '--url')) return below;
  const given: Readonly<Record<string, string>> = {
    duration: '1m',
    time: '2030-01-01T00:00:00Z',
    kind: 'duplicate',
  };
  const args = command.registeredArguments
    .filter((argument) => argument.required || argument.name() === 'fault')
    .map((argument) => given[argument.name()] ?? 'x');
  return [[...names, ...args], ...below];
}

const commands = serviceCommands(
  createSandboxProgram(recordingTerminal(), { env: {}, servicesFolder: '/nowhere' }),
);

describe('SCREENING_URL', () => {
  it('is read by every command that calls a service', async () => {
    expect(new Set(commands.map(([name]) => name))).toEqual(
      new Set([
        ...['clock', 'dashboard', 'deliveries', 'endpoints', 'events', 'fault', 'listen', 'reset'],
        ...['secret', 'snapshot', 'trigger'],
      ]),
    );
    const host = { ...hostWith(service().description), env: { SCREENING_URL: DOWN } };
    const without = commands.filter(([, name]) => name !== 'kinds');
    for (const args of without) {
      expect(await refused(args, host)).toBe(
        `error: no service of this user runs at ${DOWN}, which SCREENING_URL names. Start it; for one of another user or machine, set SCREENING_API_KEY and SCREENING_CONTROL_TOKEN.\n`,
      );
    }
  });

  it('leaves the service alone that runs, when it names another one', async () => {
    const host = hostWith(service().description);
    expect(await runCommand(['clock', 'advance', '1h'], host)).toMatchObject(works);
    const env = {
      SCREENING_URL: DOWN,
      SCREENING_API_KEY: 'key',
      SCREENING_CONTROL_TOKEN: 'token',
    };
    for (const args of [['reset'], ['snapshot', 'restore', 'kept'], ['events', 'list']]) {
      expect(await refused(args, { ...host, env })).toBe(
        `error: no service answers at ${DOWN}, which SCREENING_URL names. Start one with: npx @screening-webhooks/sandbox\n`,
      );
    }
    const { out } = await runCommand(['clock', 'now'], host);
    expect(out).toBe('2026-01-01T01:00:00.000Z, frozen\n');
  });

  it('chooses one of several services; --url comes first, and an empty variable is unset', async () => {
    const { description } = service();
    const host = hostWith(description, { ...description, url: DOWN });
    const { url } = description;
    const withUrl = (SCREENING_URL: string) => ({ ...host, env: { SCREENING_URL } });
    expect(await runCommand(['clock'], withUrl(url))).toMatchObject(works);
    expect(
      await runCommand(['clock'], withUrl(url.replace('127.0.0.1', 'localhost'))),
    ).toMatchObject(works);
    expect(await runCommand(['clock', '--url', url], withUrl(DOWN))).toMatchObject(works);
    expect(await refused(['clock', '--url', DOWN], withUrl(url))).not.toContain('SCREENING_URL');
    expect(await refused(['clock'], withUrl(''))).toMatch(
      /several services run on this machine\. Choose one with --url or SCREENING_URL: http/,
    );
  });

  it.each(['nowhere', 'localhost:4010', 'file:///tmp', 'http://'])(
    '%s is not a URL',
    async (value) => {
      const host = hostWith(service().description);
      const sentence = (name: string) =>
        `error: ${name}: expected a URL such as http://localhost:4010, got ${value}.\n`;
      const env = { SCREENING_URL: value };
      expect(await refused(['reset'], { ...host, env })).toBe(sentence('SCREENING_URL'));
      expect(await refused(['reset', '--url', value], host)).toBe(sentence('--url'));
    },
  );

  it('works with what --write-env has written, where nothing else is known of the service', async () => {
    const host = hostWith();
    const file = join(host.servicesFolder, '.env.local');
    const receiver = await startScriptedReceiver();
    writeSettings({ path: file }, service().description, undefined);
    const env = parseEnv(readFileSync(file, 'utf8'));
    const run = (...args: string[]) => runCommand(args, { ...host, env });
    const [made] = jsonLines(await run('endpoints', 'create', receiver.url, '--json'));
    expect(made).toMatchObject({ owner: { id: service().description.integrationId } });
    expect(await run('trigger', 'document_verification.completed')).toMatchObject(works);
    expect((await run('clock', 'settle')).out).toContain('deliveries: 1 succeeded');
    expect(await run('secret', 'show')).toMatchObject({ ...works, out: `${made?.['secret']}\n` });
  });
});

describe('SCREENING_URL in .env of the working folder', () => {
  const encodings = { 'UTF-8': 'utf8', 'UTF-16': 'utf16le' } as const;

  /** A host on which these services run, and whose folder names an address. */
  function hostIn(content: string | Buffer, ...services: readonly ServiceDescription[]): Host {
    const folder = scratchFolder();
    writeFileSync(join(folder, '.env'), content);
    return { ...hostWith(...services), folder };
  }
  const other = () => ({ ...service().description, url: DOWN });

  it.each(Object.entries(encodings))('chooses one of several: in %s', async (_name, encoding) => {
    const { url } = service().description;
    const content = Buffer.from(
      `\ufeffA="b"\r\nSCREENING_URL="${url.replace('127.0.0.1', 'localhost')}" # here\r\n`,
      encoding,
    );
    const host = hostIn(content, service().description, other());
    expect(await runCommand(['clock'], host)).toMatchObject(works);
    const env = { SCREENING_URL: DOWN };
    expect(await refused(['clock'], { ...host, env })).toContain('which SCREENING_URL names');
    expect(await refused(['clock', '--url', DOWN], host)).not.toContain('SCREENING_URL');
  });

  it('as --write-env has written it', async () => {
    const host = hostIn('', service().description, other());
    writeSettings({ path: join(String(host.folder), '.env') }, service().description, undefined);
    expect(await runCommand(['clock'], host)).toMatchObject(works);
  });

  it('is named when the service does not answer', async () => {
    const host = hostIn(`SCREENING_URL=${DOWN}\n`, service().description, other());
    expect(await refused(['clock'], host)).toBe(
      `error: no service answers at ${DOWN}, which SCREENING_URL in .env names. Start one with: npx @screening-webhooks/sandbox\n`,
    );
  });

  it('leaves the service alone that runs, when it names another one', async () => {
    const { url } = service().description;
    const host = hostIn(`SCREENING_URL=${DOWN}\n`, service().description);
    for (const args of [['reset'], ['clock', 'advance', '1h']]) {
      expect(await refused(args, host)).toContain(
        `no service of this user runs at ${DOWN}, which SCREENING_URL in .env names. Start it, or name another one with --url: ${url};`,
      );
    }
    expect(await runCommand(['clock', '--url', url], host)).toMatchObject({
      out: '2026-01-01T00:00:00.000Z, frozen\n',
    });
  });

  it('gives no key of the environment to whatever address a folder names', async () => {
    const { url, deliveries } = await startScriptedReceiver();
    const env = { SCREENING_API_KEY: 'k', SCREENING_CONTROL_TOKEN: 't' };
    const content = `SCREENING_URL=${url}\nSCREENING_API_KEY=f\nSCREENING_CONTROL_TOKEN=f\n`;
    for (const host of [hostIn(content), { ...hostIn(content), env }]) {
      expect(await refused(['clock'], host)).toContain('no service of this user runs at');
    }
    expect(deliveries).toEqual([]);
  });

  it('is no URL, is empty, or the file cannot be read', async () => {
    const { description } = service();
    expect(await refused(['clock'], hostIn('SCREENING_URL=nowhere', description))).toContain(
      'SCREENING_URL in .env: expected a URL such as http://localhost:4010, got nowhere.',
    );
    for (const content of ['', 'SCREENING_URL=', 'OTHER=1', Buffer.from([0xff, 0xfe, 0x41])]) {
      expect(await runCommand(['clock'], hostIn(content, description))).toMatchObject(works);
      expect(await refused(['clock'], hostIn(content, description, other()))).toMatch(
        /several services run on this machine\. .* SCREENING_URL in the \.env of this folder/,
      );
    }
    const folder = scratchFolder();
    mkdirSync(join(folder, '.env'));
    expect(await runCommand(['clock'], { ...hostWith(description), folder })).toMatchObject(works);
  });
});

describe('a key of the environment', () => {
  const env = { SCREENING_API_KEY: 'bss_full_staging', SCREENING_CONTROL_TOKEN: 'staging' };

  /** Starts a server that records the keys that it gets, and that could be announced as a service. */
  async function startRecorder() {
    const { url, deliveries } = await startScriptedReceiver();
    const tokens = () => new Set(deliveries.map(({ headers }) => headers.authorization));
    return { url: comparableOrigin(url), tokens };
  }

  /** Writes an entry of the folder by hand. */
  function plant({ servicesFolder }: Host, entry: RunningService): void {
    writeFileSync(join(servicesFolder, '4010.json'), JSON.stringify(entry), { mode: 0o600 });
  }

  it('goes to the address that was asked for, not to an entry that claims this address', async () => {
    const other = await startRecorder();
    const asked = await startRecorder();
    const host = hostWith();
    plant(host, {
      url: other.url,
      publicUrl: asked.url,
      controlToken: 'planted',
      integrationId: 'int_1',
      pid: process.pid,
    });
    for (const args of [['deliveries', 'list'], ['endpoints', 'list'], ['listen'], ['clock']]) {
      await refused([...args, '--url', asked.url], { ...host, env });
      await refused(args, { ...host, env: { ...env, SCREENING_URL: asked.url } });
    }
    expect(asked.tokens()).toEqual(new Set(['Bearer bss_full_staging']));
    expect(other.tokens()).toEqual(new Set(['Bearer planted']));
  });

  it('goes nowhere when no address was asked for', async () => {
    const { url, tokens } = await startRecorder();
    const host = hostWith();
    plant(host, { url, controlToken: 'own', integrationId: 'int_1', pid: process.pid });
    for (const args of [['deliveries', 'list'], ['listen'], ['deliveries', 'wait']]) {
      expect(await refused(args, { ...host, env })).toBe(
        `error: the service at ${url} does not know its API key any more. Set SCREENING_API_KEY, and SCREENING_URL=${url}.\n`,
      );
    }
    expect(tokens()).toEqual(new Set());
  });

  it('goes to no service of a folder that belongs to another user', async () => {
    const other = await startRecorder();
    const { description } = service();
    const host = hostWith();
    plant(host, {
      url: other.url,
      publicUrl: description.url,
      controlToken: 'planted',
      integrationId: 'int_1',
      pid: process.pid,
    });
    const victim = {
      ...host,
      userId: (host.userId ?? 0) + 1,
      env: {
        SCREENING_API_KEY: description.keys.full,
        SCREENING_CONTROL_TOKEN: description.controlToken,
      },
    };
    for (const args of [['deliveries', 'list'], ['clock']]) {
      expect(await runCommand([...args, '--url', description.url], victim)).toMatchObject(works);
    }
    expect(other.tokens()).toEqual(new Set());
  });
});
