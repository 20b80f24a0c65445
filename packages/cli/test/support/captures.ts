import { readFileSync } from 'node:fs';
import { recordingTerminal } from 'screening-webhooks-terminal';
import { onTestFinished } from 'vitest';
import { type CapturedDelivery, formatCapture } from '../../src/capture/captured-delivery.js';
import { jsonLines, NOW, type Printed, runCli, stillHost } from './run-cli.js';
import { scratch } from './scratch.js';

/** A captured delivery. */
export function captured(overrides: Partial<CapturedDelivery> = {}): CapturedDelivery {
  return {
    receivedAt: NOW,
    method: 'POST',
    path: '/hooks',
    headers: [],
    body: Buffer.from('{}'),
    status: 200,
    ...overrides,
  };
}

/** Writes deliveries to a capture file, for one test. */
export function captureFile(...deliveries: readonly CapturedDelivery[]): string {
  return scratch().file('c.jsonl', deliveries.map(formatCapture).join(''));
}

/** The value of one line of a capture file. */
export const captureLine = {
  version: 1,
  receivedAt: '2026-11-21T10:00:00.000Z',
  method: 'POST',
  path: '/hooks',
  headers: [['Service-Signature', `t=1795255200,v1=${'0'.repeat(64)}`]],
  body: 'e30=',
  status: 200,
};

/** Runs `capture` until the test ends. */
export async function capture(...more: readonly string[]): Promise<{
  readonly url: string;
  readonly file: string;
  readonly lines: () => Record<string, unknown>[];
  readonly stop: () => Promise<Printed>;
}> {
  const file = scratch().file('c.jsonl');
  const terminal = recordingTerminal();
  onTestFinished(() => terminal.interrupt());
  const args = ['capture', '--port', '0', '--out', file, '--json', ...more];
  const running = runCli(args, stillHost(), terminal);
  await terminal.untilPrinted('listening');
  const url = String(jsonLines(terminal.printed())[0]?.['listening']);
  return {
    url,
    file,
    lines: () => jsonLines({ out: readFileSync(file, 'utf8') }),
    stop: () => {
      terminal.interrupt();
      return running;
    },
  };
}
