import { Command, InvalidArgumentError } from 'commander';
import { networkError } from '../answer/network-error.js';
import { outcomeWords, statedOutcome } from '../answer/outcome-words.js';
import { openCaptureFile } from '../capture/capture-file.js';
import { startCapture } from '../capture/capture-server.js';
import type { CapturedDelivery } from '../capture/captured-delivery.js';
import { showCaptured } from '../capture/show-captured.js';
import { eventLabel } from '../event/event-label.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import type { Exchange } from '../http/exchange.js';
import { parseTarget } from '../target/parse-target.js';
import {
  allowRemoteOption,
  jsonOption,
  type TargetOptions,
  timeoutOption,
} from '../target/target-options.js';
import { styleOf } from '../terminal/style.js';
import { wrap } from '../terminal/table.js';
import type { Terminal } from '../terminal/terminal.js';

interface CaptureOptions extends Omit<TargetOptions, 'secret'> {
  readonly port: number;
  readonly out: string;
  readonly forwardTo?: string;
  readonly json?: true;
}

/** `capture`: records deliveries while it passes them on. */
export function captureCommand(terminal: Terminal, host: Host): Command {
  return new Command('capture')
    .summary('record deliveries, and pass them on')
    .description(
      'Listens on this machine, records each delivery byte for byte, passes it on, and answers as the target does. Ctrl-C ends it.',
    )
    .requiredOption('--port <n>', 'where to listen; 0 takes any free port', portNumber)
    .requiredOption('--out <file.jsonl>', 'where to record; added to when it is there')
    .option('--forward-to <url>', 'the receiver; without a path, the path that was asked for')
    .addOption(timeoutOption())
    .addOption(allowRemoteOption())
    .addOption(jsonOption('a JSON line at the start, for each delivery and for the summary'))
    .addHelpText('after', EXAMPLES)
    .action((options: CaptureOptions) => capture(options, terminal, host));
}

async function capture(options: CaptureOptions, terminal: Terminal, host: Host): Promise<void> {
  const target = options.forwardTo;
  const forwardTo =
    target === undefined
      ? undefined
      : parseTarget(target, '--forward-to', options.allowRemote === true);
  const file = await openCaptureFile(options.out);
  const stop = new AbortController();
  const counts = { recorded: 0, acked: 0 };
  let failure: unknown;
  try {
    const running = await startCapture(
      {
        port: options.port,
        file,
        forwardTo,
        timeout: options.timeout * 1000,
        onCaptured(captured, result) {
          counts.recorded += 1;
          if (captured.status >= 200 && captured.status < 300) counts.acked += 1;
          terminal.out(
            options.json ? asJson(captured) : asText(captured, result, counts.recorded, terminal),
          );
        },
        onError(error) {
          failure ??= error;
          stop.abort();
        },
      },
      host,
    );
    terminal.out(
      options.json
        ? `${JSON.stringify({ listening: running.url })}\n`
        : opening(running.url, options, terminal.columns),
    );
    await aborted(terminal.signal, stop.signal);
    await running.close();
  } finally {
    await file.close();
  }
  if (failure !== undefined) throw failure;
  terminal.out(
    options.json
      ? `${JSON.stringify({ summary: counts })}\n`
      : `${counts.recorded} recorded in ${options.out}, ${counts.acked} of them acked.\n`,
  );
  // Ctrl-C is how a capture ends, so it ends well.
  terminal.exitWith(exitCodes.ok);
}

function opening(url: string, { out, forwardTo }: CaptureOptions, columns: number): string {
  const target = forwardTo ?? 'nobody: each is answered 503, so that the service tries again';
  const lines = [
    `Listening on ${url}`,
    `Recording in ${out}`,
    `Passing on to ${target}`,
    '',
    ...wrap(
      'The file holds personal data: it is readable by you alone, and not for a repository. Ctrl-C ends.',
      columns,
    ),
    '',
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function asText(
  captured: CapturedDelivery,
  result: Exchange | undefined,
  number: number,
  terminal: Terminal,
): string {
  const style = styleOf(terminal);
  const acked = captured.status >= 200 && captured.status < 300;
  const words = `${captured.status}${resultWords(result)}`;
  const became = { words, paint: acked ? style.good : style.bad };
  return showCaptured(number, captured, became, terminal.columns);
}

function resultWords(result: Exchange | undefined): string {
  if (result === undefined) return ', passed on to nobody';
  if (result.kind === 'answered') {
    const stated = statedOutcome(result.body);
    return stated === undefined ? '' : ` ${stated.code ?? stated.outcome}: ${outcomeWords(stated)}`;
  }
  return 'code' in result
    ? `, as the target gave no answer: ${networkError(result.code)}`
    : ', as the target gave no answer in time';
}

function asJson({ method, path, body, status, receivedAt }: CapturedDelivery): string {
  const time = new Date(receivedAt).toISOString();
  const event = eventLabel(body) ?? null;
  return `${JSON.stringify({ receivedAt: time, method, path, event, bytes: body.length, status })}\n`;
}

function aborted(...signals: readonly AbortSignal[]): Promise<void> {
  const either = AbortSignal.any([...signals]);
  return new Promise((resolve) => {
    if (either.aborted) resolve();
    else either.addEventListener('abort', () => resolve(), { once: true });
  });
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new InvalidArgumentError('Give a number from 0 to 65535.');
  }
  return port;
}

const EXAMPLES = `
Examples:
  $ screening-webhooks capture --port 4000 --out deliveries.jsonl \\
      --forward-to http://localhost:3000
  $ screening-webhooks capture --port 4000 --out deliveries.jsonl

When the target is down the answer is 502, when it is too slow 504, and without
a target 503: the service keeps the event and tries again.

The file has a line of JSON for each delivery, with its body in base64. It
holds personal data: only you may read it (mode 0600), and it belongs in no
repository.`;
