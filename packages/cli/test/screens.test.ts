import { signBody } from '@screening-webhooks/core';
import { type RecordingTerminal, recordingTerminal } from 'screening-webhooks-terminal';
import { expect, it } from 'vitest';
import { captured, captureFile } from './support/captures.js';
import { expressApp, recordingApp, serveReceiver } from './support/receivers.js';
import { NOW, runCli, SECRET, stillHost } from './support/run-cli.js';

// These screens are shown to users. Five of them are in __snapshots__.

const TYPE = 'document_verification.completed';
const T = Math.floor(NOW / 1000);

/** Prepares a command line. */
type Screen = () => Promise<readonly string[]>;

const toExpress = async (...more: readonly string[]) => [
  ...['trigger', TYPE, '--to', await serveReceiver(expressApp())],
  ...more,
];

const screens: Readonly<Record<string, Screen>> = {
  help: async () => ['--help'],
  'trigger, refused': () => toExpress('--fault', 'byte-order-mark-added-after-signing'),
  'trigger, not acked': () => toExpress('--secret', 'whsec_wrong'),
  'trigger, retried': async () => {
    const answers = [500, 200];
    const { app } = recordingApp(() => answers.shift() ?? 0, {}, 'busy\nwith a deploy');
    return ['trigger', TYPE, '--to', await serveReceiver(app), '--retry', '--speed', '60'];
  },
  'trigger, many': async () => {
    const statuses = [200, 500, 200, 302, 200];
    const { app } = recordingApp(() => statuses.shift() ?? 0);
    return ['trigger', TYPE, '--to', await serveReceiver(app), '--count', '5'];
  },
  'verify, not valid': async () => [
    ...['verify', '--body', '{}\n', '--header', 'Content-Encoding: br'],
    ...['--header', await signBody('{}', { secret: SECRET, timestamp: T - 400 })],
  ],
  'verify, a capture': async () => {
    const event = { id: 'evt_1', type: TYPE, created: '2026-11-21T09:00:00.000Z', data: {} };
    const signedBody = JSON.stringify(event);
    const timestamp = T - 3;
    const header = await signBody(signedBody, { secret: 'whsec_new', timestamp });
    const stranger = await signBody(signedBody, { secret: 'whsec_other', timestamp });
    const delivery = (body: string, signature: string, status: number) =>
      captured({ headers: [['Service-Signature', signature]], body: Buffer.from(body), status });
    const file = captureFile(
      delivery(signedBody, header, 200),
      delivery(JSON.stringify(event, null, 2), header, 401),
      delivery(signedBody, stranger, 401),
    );
    const secrets = ['--secret', 'hiring=whsec_old', '--secret', 'onboarding=whsec_new'];
    return ['verify', '--capture', file, ...secrets];
  },
  replay: async () => {
    const event = { id: 'evt_1', type: TYPE, created: '2026-11-21T09:00:00.000Z', data: {} };
    const body = Buffer.from(JSON.stringify(event));
    const header = await signBody(body, { secret: SECRET, timestamp: T - 900 });
    const headers = [
      ['Content-Type', 'application/json'],
      ['Service-Signature', header],
    ] as const;
    const sent = { path: '/webhooks', headers };
    const file = captureFile(
      captured({ ...sent, body }),
      captured({ ...sent, body: Buffer.of(0xff) }),
    );
    return ['replay', file, '--to', await serveReceiver(expressApp())];
  },
  'explain, listed': async () => ['explain'],
  'explain, with reasons': async () => ['explain', 'unavailable'],
  explain: async () => ['explain', 'signature_mismatch'],
  'bad input': async () => ['trigger', 'document_verification.complete', '--to', 'http://[::1]/'],
};

for (const command of ['init', 'trigger', 'verify', 'capture', 'replay', 'explain']) {
  Object.assign(screens, { [`${command} --help`]: async () => [command, '--help'] });
}

// Replaces ports, which differ between runs, and escape characters.
function readable({ out, err, exit }: ReturnType<RecordingTerminal['printed']>): string {
  return `${out}${err}exit ${exit}\n`
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:3000')
    .replaceAll('\u001b', '␛');
}

const shown = [
  'trigger, retried',
  'trigger, not acked',
  'verify, not valid',
  'verify, a capture',
  'replay',
];

it.each(shown)('%s', async (name) => {
  const terminal = recordingTerminal({ columns: 80 });
  await runCli((await screens[name]?.()) ?? [], stillHost(), terminal);
  expect(readable(terminal.printed())).toMatchSnapshot();
});

it('help of a command and of nothing is --help; of an unknown command, bad input', async () => {
  const asked = await runCli(['help', 'prove']);
  expect(asked).toEqual(await runCli(['prove', '--help']));
  expect(asked.out).toContain('Usage: screening-webhooks prove ');
  expect(await runCli(['help'])).toEqual(await runCli(['--help']));
  const { out, err, exit } = await runCli(['help', 'triger']);
  expect([out, exit]).toEqual(['', 2]);
  expect(err).toContain('Usage: screening-webhooks [options] [command]');
});

// Sent text, commands to copy and single long words are not wrapped.
const unwrapped = /^ {2}service-signature: |^ {2}\\ufeff{|^ {2}\$ |^ {6}--|^error: /i;

it.each(Object.entries(screens))(
  '%s has no line of more than 80 columns, and the same text in colours',
  async (_name, screen) => {
    const text = async (colors: boolean) => {
      const terminal = recordingTerminal({ columns: 80, colors });
      await runCli(await screen(), stillHost(), terminal);
      return readable(terminal.printed());
    };
    const [plain, coloured] = [await text(false), await text(true)];
    expect(plain).not.toContain('␛');
    expect(coloured.replaceAll(/␛\[\d+m/g, '')).toBe(plain);
    for (const line of plain.split('\n')) {
      if (!unwrapped.test(line)) expect(line.length, line).toBeLessThanOrEqual(80);
    }
  },
);
