import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { signBody } from '@screening-webhooks/core';
import { serve } from 'screening-webhooks-test-support/serve';
import { expect, it } from 'vitest';
import { expressApp } from '../../packages/cli/test/support/receivers.js';
import { blocksOf } from './blocks-of.js';
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

/** An incident: a receiver and its circumstances. */
interface Incident {
  readonly name: string;
  /** The signing secret of the receiver. */
  readonly secret: string;
  /** Seconds that the clock of the receiver's machine is ahead of the service. */
  readonly ahead?: number;
}

/** The page with the port of the receiver, a shell, and the service. */
async function begin({ name, secret, ahead = 0 }: Incident) {
  const folder = `${project}/${name}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(`${folder}/bin`, { recursive: true });
  // The clock is frozen, so that the page can show times.
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
  const text = page.replaceAll('localhost:3000', `localhost:${receiver.port}`);
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
    port: receiver.port,
    shell: openTerminal(folder, env),
    open: () => openTerminal(folder, env),
    deliver,
    /** Replaces the receiver. */
    cure: (app: RequestListener) => {
      receive = app;
    },
  };
}

// Only the milliseconds of an answer and the ports of captures differ between runs.
function comparable(text: string): string {
  return text
    .replaceAll(/in \d+ ms/g, 'in 1 ms')
    .replaceAll(/(?<=127\.0\.0\.1:)\d+/g, '4000')
    .trimEnd();
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** Starts a capture, and resolves with its port. */
async function startCapture(terminal: Terminal, command = ''): Promise<number> {
  terminal.start(command.replace(/--port \d+/, '--port 0'));
  const printed = await terminal.sees('Ctrl-C stops');
  return Number(/^Listening on .*:(\d+)$/m.exec(printed)?.[1]);
}

/** Runs the first command while the service delivers to its port, or to that of a proxy, and resolves with what it printed. */
async function record(
  { commands, open, deliver }: Begun,
  deliveries: readonly (readonly [id: string, signedWith: string])[],
  entryFor = (port: number) => port,
): Promise<string> {
  const terminal = open();
  const entry = entryFor(await startCapture(terminal, commands[0]));
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
  const { commands, shown, shell, open, port, deliver } = incident;
  let target = 0;
  const proxy = await serve((request, response) => reserialize(request, response, target));
  await record(incident, [['evt_4711', HIRING]], (capture) => {
    target = capture;
    return proxy.port;
  });
  expect(await answer(shell, commands[1])).toBe(shown[5]);

  target = port;
  const outer = open();
  const entry = await startCapture(outer, commands[4]?.replace('8080', String(proxy.port)));
  await deliver(entry, 'evt_4711', HIRING);
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

/** The comparable output of a command in a shell. */
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
