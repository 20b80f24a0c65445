import { readFileSync } from 'node:fs';
import { recordingTerminal } from 'screening-webhooks-terminal';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createSandboxProgram } from '../../packages/sandbox/src/cli/program.js';
import { readConfig, type StartOptions } from '../../packages/sandbox/src/cli/start/read-config.js';
import { limits } from '../../packages/sandbox/src/service/limits/limits.js';

// The files of docs/sandbox-deploy.md, against the command that they start.

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const file = (name: string): string => read(`sandbox/deploy/${name}`);

const dockerfile = file('Dockerfile');
const unit = file('screening-sandbox.service');
const Words = z.array(z.string());
const compose = z
  .strictObject({
    services: z.strictObject({
      sandbox: z.looseObject({
        command: Words,
        ports: Words,
        volumes: Words,
        read_only: z.literal(true),
        stop_grace_period: z.literal('30s'),
      }),
    }),
    volumes: z.strictObject({ data: z.null() }),
  })
  .parse(parse(file('compose.yaml')));
const { sandbox } = compose.services;

/** The words of an instruction of the Dockerfile, which the last one of its name decides. */
function instruction(name: string): readonly string[] {
  const [, json = ''] = new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(dockerfile) ?? [];
  return Words.parse(JSON.parse(json));
}

const [, execStart = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
const [program = '', ...unitFlags] = execStart.split(' ');

const env = {
  SCREENING_SANDBOX_PASSWORD: 'a password of the team',
  SCREENING_METRICS_TOKEN: 'a-token-of-the-metrics-alone',
};

it.each([
  ['Dockerfile', instruction('CMD')],
  ['compose.yaml', sandbox.command],
  ['screening-sandbox.service', unitFlags],
] as const)('%s starts the service with options that the command takes', (_file, flags) => {
  const host = { env, servicesFolder: '/nowhere' };
  const all = createSandboxProgram(recordingTerminal(), host).commands;
  const start = all.find((command) => command.name() === 'start');
  expect(flags.length).toBeGreaterThan(4);
  expect(start?.parseOptions([...flags])).toEqual({ operands: [], unknown: [] });
  const options = start?.opts<StartOptions>();
  expect(options).toMatchObject({ json: true, secrets: false, log: 'json' });
  if (!options) return;
  const { storage, publicUrl } = readConfig(options, env);
  expect(storage.kind).toBe('folder');
  expect(publicUrl).toBe(
    flags.includes('--public-url') ? 'https://screening.staging.example' : undefined,
  );
});

it('they run the installed command, which gets the signals, and not npx', () => {
  const { bin } = JSON.parse(read('../packages/sandbox/package.json'));
  expect(instruction('ENTRYPOINT')).toEqual(Object.keys(bin));
  expect(program).toBe(`/usr/local/bin/${Object.keys(bin)[0]}`);
  for (const name of ['Dockerfile', 'compose.yaml', 'screening-sandbox.service']) {
    expect(file(name)).not.toContain('npx');
  }
});

it('they run as no root, keep the state in a volume, and ask for /healthz', () => {
  expect(/^USER (.*)$/m.exec(dockerfile)?.[1]).toBe('node');
  expect(dockerfile.indexOf('USER node')).toBeLessThan(dockerfile.indexOf('ENTRYPOINT'));
  expect(dockerfile).toMatch(/^VOLUME \/data$/m);
  expect(sandbox.volumes).toEqual(['data:/data']);
  expect(unit).toMatch(/^DynamicUser=yes$/m);
  for (const name of ['Dockerfile', 'screening-sandbox-health.service']) {
    expect(file(name)).toContain('http://127.0.0.1:4010/healthz');
  }
  expect(sandbox.ports).toEqual(['127.0.0.1:4010:4010']);
});

it('they have no secret, and the page sets variables that the command reads', () => {
  const page = read('sandbox-deploy.md');
  const set = [...page.matchAll(/^(SCREENING_\w+)=/gm)].map(([, name]) => name);
  expect(set).toEqual(Object.keys(env));
  for (const name of ['Dockerfile', 'compose.yaml', 'screening-sandbox.service']) {
    expect(file(name)).not.toMatch(/SCREENING_\w+=/);
  }
});

it('the site of nginx keeps what the service needs, and takes its largest body', () => {
  const site = file('screening-sandbox.nginx');
  const values = (name: string) =>
    [...site.matchAll(new RegExp(`^\\t+${name} (.*);$`, 'gm'))].map(([, value]) => value);
  const [, flag = ''] = /--public-url (\S+)/.exec(read('sandbox-deploy.md')) ?? [];
  expect(values('server_name')).toEqual([new URL(flag).host]);
  expect(sandbox.command).toContain(flag);
  expect(values('proxy_pass')).toEqual([`http://${sandbox.ports[0]?.replace(/:\d+$/, '')}`]);
  expect(values('proxy_set_header')).toEqual([
    'Host $host',
    'X-Forwarded-For $proxy_add_x_forwarded_for',
  ]);
  const [, mebibytes] = /^(\d+)m$/.exec(values('client_max_body_size')[0] ?? '') ?? [];
  const largest = Math.max(limits.file.most, limits.roster.most, limits.pageForm.most);
  // A form also has boundaries and names.
  expect(Number(mebibytes) * 1024 ** 2).toBeGreaterThan(largest);
});
