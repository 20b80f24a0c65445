import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { fileURLToPath } from 'node:url';
import { signBody } from '@screening-webhooks/core';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, it, onTestFinished } from 'vitest';
import { expressApp } from '../../packages/cli/test/support/receivers.js';
import { blocksOf } from './blocks-of.js';
import { freePort } from './free-port.js';
import { standIn } from './stand-in.js';
import { openTerminal, type Terminal } from './terminal.js';

const page = readFileSync(new URL('../runbook-signatures.md', import.meta.url), 'utf8');
const root = fileURLToPath(new URL('../..', import.meta.url));
const project = fileURLToPath(new URL('.project/runbook', import.meta.url));

const TYPE = 'document_verification.completed';
const AT = Date.UTC(2026, 10, 21, 3, 4);
const HIRING = 'whsec_hiring';
const ONBOARDING = 'whsec_onboarding';
const NEW = 'whsec_new';

/** An incident: a receiver, and what stands around it. */
interface Incident {
  readonly name: string;
  /** The signing secret of the receiver. */
  readonly secret: string;
  /** Seconds that the clock of the receiver's machine is ahead of the service. */
  readonly ahead?: number;
}

/** The page with the ports of one test, a shell, and the service. */
async function begin({ name, secret, ahead = 0 }: Incident) {
  const folder = `${project}/${name}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/bin`, { recursive: true });
  // The clock stands still, so that the page can show times.
  const now = AT + ahead * 1000;
  writeFileSync(`${folder}/clock.mjs`, `Date.now = () => ${now};\n`);
  standIn(
    `${folder}/bin/screening-webhooks`,
    `exec '${process.execPath}' --import='${folder}/clock.mjs' --conditions=@screening-webhooks/source --import=tsx '${root}packages/cli/src/main.ts' "$@"`,
  );
  const env = {
    ...process.env,
    PATH: `${folder}/bin:${process.env['PATH']}`,
    COLUMNS: '100',
    SCREENING_SECRET: secret,
    ONBOARDING_SECRET: ONBOARDING,
    NEW_SECRET: NEW,
    NODE_OPTIONS: '',
  };
  let receive: RequestListener = expressApp({ secret, now: () => now });
  const receiver = await serve((request, response) => receive(request, response));
  const ports = {
    3000: receiver.port,
    4000: await freePort(),
    4001: await freePort(),
    8080: await freePort(),
  };
  const text = Object.entries(ports).reduce(
    (written, [shown, port]) =>
      written.replaceAll(
        new RegExp(`(?<=localhost:|127\\.0\\.0\\.1:|--port )${shown}\\b`, 'g'),
        String(port),
      ),
    page,
  );
  /** Delivers an event as the service does, and resolves with the status. */
  const deliver = async (port: number, id: string, signedWith: string): Promise<number> => {
    const event = { id, type: TYPE, created: new Date(AT).toISOString(), data: {} };
    const body = JSON.stringify(event);
    const signature = await signBody(body, { secret: signedWith, timestamp: AT / 1000 - 1 });
    const headers = { 'Content-Type': 'application/json', 'Service-Signature': signature };
    const url = `http://127.0.0.1:${port}/webhooks/screening`;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  return {
    commands: blocksOf(text, 'sh'),
    shown: blocksOf(text, 'text').map(comparable),
    ports,
    shell: openTerminal(folder, env),
    open: () => openTerminal(folder, env),
    deliver,
    /** Replaces the receiver. */
    cure: (app: RequestListener) => {
      receive = app;
    },
  };
}

// Only the milliseconds of an answer differ between runs.
function comparable(text: string): string {
  return text.replaceAll(/in \d+ ms/g, 'in 1 ms').trimEnd();
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** Runs the first command while the service delivers, and resolves with what it printed. */
async function record(
  { commands, open, ports, deliver }: Begun,
  deliveries: readonly (readonly [id: string, signedWith: string])[],
  entry = ports[4000],
): Promise<string> {
  const terminal = open();
  terminal.start(commands[0] ?? '');
  await terminal.sees('Ctrl-C stops');
  for (const [id, signedWith] of deliveries) await deliver(entry, id, signedWith);
  return comparable(await terminal.interrupt());
}

it('shows nothing that is not run here', () => {
  expect([blocksOf(page, 'sh').length, blocksOf(page, 'text').length]).toEqual([8, 10]);
});

it('wrong secret, and its cure', async () => {
  const incident = await begin({ name: 'wrong', secret: HIRING });
  const { commands, shown, shell } = incident;
  const recorded = await record(incident, [
    ['evt_4711', ONBOARDING],
    ['evt_4712', ONBOARDING],
  ]);
  expect(recorded).toBe(shown[0]);
  expect(await answer(shell, commands[1])).toBe(shown[1]);
  expect(await answer(shell, commands[2])).toBe(shown[2]);

  incident.cure(expressApp({ secret: ONBOARDING, now: () => AT }));
  await shell.run('export SCREENING_SECRET=$ONBOARDING_SECRET');
  expect(await answer(shell, commands[7])).toBe(shown[9]);
});

it('rotated secret', async () => {
  const incident = await begin({ name: 'rotated', secret: HIRING });
  const { commands, shown, shell } = incident;
  await record(incident, [
    ['evt_4711', HIRING],
    ['evt_4712', NEW],
  ]);
  expect(await answer(shell, commands[1])).toContain(`\n${shown[3]}`);
  expect(await answer(shell, commands[3])).toBe(shown[4]);
});

it('a proxy that parses the body and serializes it again', async () => {
  const incident = await begin({ name: 'proxy', secret: HIRING });
  const { commands, shown, shell, open, ports, deliver } = incident;
  let target = ports[4000];
  await serveOn(ports[8080], (request, response) => reserialize(request, response, target));
  await record(incident, [['evt_4711', HIRING]], ports[8080]);
  expect(await answer(shell, commands[1])).toBe(shown[5]);

  target = ports[3000];
  const outer = open();
  outer.start(commands[4] ?? '');
  await outer.sees('Ctrl-C stops');
  await deliver(ports[4001], 'evt_4711', HIRING);
  await outer.interrupt();
  expect(await answer(shell, commands[5])).toBe(shown[6]);
});

it('a clock that is ahead', async () => {
  const incident = await begin({ name: 'clock', secret: HIRING, ahead: 412 });
  const { commands, shown, shell } = incident;
  await record(incident, [
    ['evt_4711', HIRING],
    ['evt_4712', HIRING],
  ]);
  expect(await answer(shell, commands[1])).toContain(shown[7]);
  expect(await answer(shell, commands[6])).toBe(shown[8]);
});

/** What commands print in a shell. */
async function answer(shell: Terminal, command: string | undefined): Promise<string> {
  return comparable(await shell.run(command ?? ''));
}

/** Forwards a request with its body parsed and serialized again, with other white space. */
async function reserialize(
  request: IncomingMessage,
  response: ServerResponse,
  port: number,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()), null, 2);
  const signature = String(request.headers['service-signature']);
  const headers = { 'Content-Type': 'application/json', 'Service-Signature': signature };
  const url = `http://127.0.0.1:${port}${request.url}`;
  const answered = await fetch(url, { method: 'POST', headers, body });
  response.writeHead(answered.status).end(await answered.text());
}

async function serveOn(port: number, app: RequestListener): Promise<void> {
  const server = createServer(app).listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
}
