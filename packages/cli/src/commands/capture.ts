import { once } from 'node:events';
import {
  Command,
  exitCodes,
  InvalidArgumentError,
  joinLines,
  printable,
  styleOf,
  type Terminal,
  wrap,
} from 'screening-webhooks-terminal';
import { describeNetworkError } from '../answer/describe-network-error.js';
import { describeOutcome, readOutcome } from '../answer/reported-outcome.js';
import { openCaptureFile } from '../capture/capture-file.js';
import { startCapture } from '../capture/capture-server.js';
import type { CapturedDelivery } from '../capture/captured-delivery.js';
import { showCaptured } from '../capture/show-captured.js';
import { eventLabel } from '../event/event-label.js';
import type { Host } from '../host.js';
import { type Exchange, isSuccess } from '../http/exchange.js';
import { jsonLine } from '../json.js';
import { parseTarget } from '../target/parse-target.js';
import {
  allowRemoteOption,
  jsonOption,
  type TargetOptions,
  timeoutOption,
} from '../target/target-options.js';

interface CaptureOptions extends Omit<TargetOptions, 'secret'> {
  readonly port: number;
  readonly out: string;
  readonly forwardTo?: string;
  readonly allowHost?: readonly string[];
  readonly json?: true;
}

/** `capture`: records deliveries and forwards them. */
export function captureCommand(terminal: Terminal, host: Host): Command {
  return new Command('capture')
    .summary('record deliveries and forward them')
    .description(
      "Listens on 127.0.0.1, records each delivery byte for byte, forwards it, and returns the target's answer. Ctrl-C stops it.",
    )
    .requiredOption('--port <n>', 'port to listen on; 0 selects a free one', portNumber)
    .requiredOption('--out <file.jsonl>', 'file to record to; appends if it exists')
    .option(
      '--forward-to <url>',
      'the receiver; a URL without a path gets the path of each request',
    )
    .option(
      '--allow-host <name>',
      'a host name to accept in addition to localhost, if a proxy sends it; repeatable',
      (name: string, names: readonly string[] = []) => [...names, name.toLowerCase()],
    )
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
        hosts: options.allowHost ?? [],
        onRefused({ status, text }) {
          terminal.err(`${status} ${printable(text)}\n`);
        },
        onCaptured(captured, result) {
          counts.recorded += 1;
          if (isSuccess(captured.status)) counts.acked += 1;
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
        ? jsonLine({ listening: running.url })
        : opening(running.url, options, terminal.columns),
    );
    const ended = AbortSignal.any([terminal.signal, stop.signal]);
    if (!ended.aborted) await once(ended, 'abort');
    await running.close();
  } finally {
    await file.close();
  }
  if (failure !== undefined) throw failure;
  terminal.out(
    options.json
      ? jsonLine({ summary: counts })
      : `${counts.recorded} recorded in ${options.out}, ${counts.acked} acked.\n`,
  );
  // Ctrl-C is the normal end of a capture.
  terminal.exitWith(exitCodes.ok);
}

function opening(url: string, { out, forwardTo }: CaptureOptions, columns: number): string {
  const target =
    forwardTo ?? 'no target: each delivery is answered 503, so that the service retries';
  return joinLines([
    `Listening on ${url}`,
    `Recording to ${out}`,
    `Forwarding to ${target}`,
    '',
    ...wrap(
      'The file contains personal data: only you can read it; do not commit it. Ctrl-C stops.',
      columns,
    ),
    '',
  ]);
}

function asText(
  captured: CapturedDelivery,
  result: Exchange | undefined,
  number: number,
  terminal: Terminal,
): string {
  const style = styleOf(terminal);
  const paint = isSuccess(captured.status) ? style.good : style.bad;
  const words = paint(`${captured.status}${resultWords(result)}`);
  return showCaptured(number, captured, words, terminal.columns);
}

function resultWords(result: Exchange | undefined): string {
  if (result === undefined) return ', not forwarded';
  if (result.kind === 'answered') {
    const reported = readOutcome(result.body);
    return reported === undefined
      ? ''
      : ` ${reported.code ?? reported.outcome}: ${describeOutcome(reported)}`;
  }
  return 'code' in result
    ? `: no answer from the target: ${describeNetworkError(result.code)}`
    : ': no answer from the target in time';
}

function asJson({ method, path, body, status, receivedAt }: CapturedDelivery): string {
  const time = new Date(receivedAt).toISOString();
  const event = eventLabel(body) ?? null;
  return jsonLine({ receivedAt: time, method, path, event, bytes: body.length, status });
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

The answer is 502 when the target is down, 504 when it is too slow, and 503
without a target: the service keeps the event and retries.

The file has one JSON line per delivery, with its body in base64. It contains
personal data: only you can read it (mode 0600). Do not commit it.`;
