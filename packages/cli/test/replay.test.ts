import { signBody } from '@screening-webhooks/core';
import { recordingTerminal } from 'screening-webhooks-terminal';
import { describe, expect, it } from 'vitest';
import { type CapturedDelivery, formatCapture } from '../src/capture/captured-delivery.js';
import { captured, captureFile } from './support/captures.js';
import { expressApp, recordingApp, serveReceiver } from './support/receivers.js';
import { jsonLines, NOW, runCli, SECRET, stillHost } from './support/run-cli.js';
import { scratch } from './support/scratch.js';

const BODY = '{ "id":"evt_1","type":"x.y","created":"2026-11-21T09:00:00.000Z","data":{} }\n';

async function signed(overrides: Partial<CapturedDelivery> = {}): Promise<CapturedDelivery> {
  const { body = Buffer.from(BODY), receivedAt = NOW } = overrides;
  const timestamp = Math.floor(receivedAt / 1000);
  return captured({
    path: '/hooks?x=1',
    headers: [
      ['Host', 'tunnel.example'],
      ['content-type', 'application/json'],
      ['X-Twice', 'a'],
      ['Connection', 'keep-alive, x-hop'],
      ['X-Hop', '1'],
      ['x-twice', 'b'],
      ['Content-Length', '999'],
      ['SERVICE-Signature', await signBody(body, { secret: SECRET, timestamp })],
    ],
    body,
    ...overrides,
  });
}

it('sends the recorded bytes and headers to the recorded path', async () => {
  const { seen, app } = recordingApp();
  const target = new URL(await serveReceiver(app)).origin;
  const body = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const delivery = await signed({ body, method: 'PUT' });
  const printed = await runCli(['replay', captureFile(delivery), '--to', target]);
  expect(printed.exit).toBe(0);
  expect(seen).toMatchObject([{ method: 'PUT', path: '/hooks?x=1' }]);
  expect([...(seen[0]?.body ?? [])]).toEqual([...body]);
  expect(seen[0]?.rawHeaders).toEqual([
    ...['Host', new URL(target).host, 'content-type', 'application/json', 'X-Twice', 'a'],
    ...['x-twice', 'b', 'SERVICE-Signature', expect.stringMatching(/^t=/)],
    ...['Content-Length', '256', 'Connection', 'close'],
  ]);
});

it('sends what standard input has, also in UTF-16', async () => {
  const { seen, app } = recordingApp();
  const url = await serveReceiver(app);
  const input = Buffer.from(`\ufeff${formatCapture(await signed())}`, 'utf16le');
  const printed = await runCli(
    ['replay', '-', '--to', url],
    stillHost(),
    recordingTerminal({ input }),
  );
  expect(printed).toMatchObject({ err: '', exit: 0 });
  expect(seen.map(({ body }) => body.toString())).toEqual([BODY]);
});

describe('signatures', () => {
  it('are refused once they are old, and the message names --resign', async () => {
    const url = await serveReceiver(expressApp());
    const old = captureFile(await signed({ receivedAt: NOW - 301_000 }));
    const printed = await runCli(['replay', old, '--to', url]);
    expect(printed.out).toContain('was 200, now 400 timestamp_too_old');
    expect(printed.out).toContain('1 of the signatures were too old; use --resign.');
    expect(printed.exit).toBe(1);
    const resigned = await runCli(['replay', old, '--to', url, '--resign']);
    expect(resigned.out).toContain('was 200, now 200 processed');
    expect(resigned.exit).toBe(0);
  });

  it('--resign replaces the header, whatever its spelling', async () => {
    const { seen, app } = recordingApp();
    const url = await serveReceiver(app);
    const file = captureFile(await signed());
    await runCli(['replay', file, '--to', url, '--resign', '--secret', 'new']);
    expect(seen[0]?.path).toBe('/webhooks');
    const timestamp = Math.floor(NOW / 1000);
    expect(seen[0]?.header('service-signature')).toBe(
      await signBody(BODY, { secret: 'new', timestamp }),
    );
  });
});

describe('order', () => {
  const times = [0, 90_000, 30_000];

  it('is the order of receipt, over all files of a directory', async () => {
    const { path, file } = scratch();
    for (const [index, time] of times.entries()) {
      const delivery = await signed({ receivedAt: NOW + time, body: Buffer.from(String(time)) });
      file(`${index}.jsonl`, formatCapture(delivery));
    }
    file('notes.txt', 'not a capture');
    const { seen, app } = recordingApp();
    const host = stillHost();
    await runCli(['replay', path, '--to', await serveReceiver(app)], host);
    expect(seen.map(({ body }) => body.toString())).toEqual(['0', '30000', '90000']);
    expect(host.slept).toEqual([]);
  });

  it('--gaps keeps the original gaps, --speed divides them', async () => {
    const deliveries = await Promise.all(times.map((time) => signed({ receivedAt: NOW + time })));
    const file = captureFile(...deliveries);
    const url = await serveReceiver(recordingApp().app);
    const host = stillHost();
    await runCli(['replay', file, '--to', url, '--gaps'], host);
    expect(host.slept).toEqual([30_000, 60_000]);
    const faster = stillHost();
    await runCli(['replay', file, '--to', url, '--gaps', '--speed', '10'], faster);
    expect(faster.slept).toEqual([3000, 6000]);
  });
});

it('reads back what was captured', async () => {
  const printed = await runCli([
    ...['replay', captureFile(await signed({ status: 503 }))],
    ...['--to', await serveReceiver(expressApp()), '--json'],
  ]);
  expect(jsonLines(printed)).toMatchObject([
    { delivery: 1, event: { id: 'evt_1', type: 'x.y' }, was: 503, status: 200, ok: true },
    { summary: { deliveries: 1, sent: 1, acked: 1, interrupted: false } },
  ]);
});

it('a receiver that cannot be reached at the first delivery is a usage error', async () => {
  const file = captureFile(await signed());
  const printed = await runCli(['replay', file, '--to', 'http://127.0.0.1:9']);
  expect(printed.err).toMatch(/^error: cannot reach http:\/\/127\.0\.0\.1:9: [^\n]+\n$/);
  expect(printed.exit).toBe(2);
});

it('Ctrl-C ends it with a partial summary', async () => {
  const terminal = recordingTerminal();
  const { seen, app } = recordingApp();
  const url = await serveReceiver(app);
  const host = stillHost({ sleep: async () => terminal.interrupt() });
  const file = captureFile(await signed(), await signed({ receivedAt: NOW + 60_000 }));
  const printed = await runCli(['replay', file, '--to', url, '--gaps'], host, terminal);
  expect(printed.out).toContain('1 of 2 acked.');
  expect([printed.exit, seen.length]).toEqual([130, 1]);
});
