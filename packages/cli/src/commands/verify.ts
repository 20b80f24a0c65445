import { explainDelivery } from '@screening-webhooks/explain';
import {
  Command,
  exitCodes,
  InvalidArgumentError,
  joinLines,
  Option,
  startProgress,
  styleOf,
  type Terminal,
  UsageError,
  wrap,
} from 'screening-webhooks-terminal';
import { readCaptures } from '../capture/read-captures.js';
import { eventLabel } from '../event/event-label.js';
import type { Host } from '../host.js';
import { jsonLine } from '../json.js';
import { type NamedSecret, readNamedSecrets } from '../target/secrets.js';
import { collect, jsonOption, secretOption } from '../target/target-options.js';
import { readBody, readHeaders } from '../verify/delivery-input.js';
import { createExplanationTally } from '../verify/explanation-tally.js';
import { showExplanation, withSecretName } from '../verify/show-explanation.js';
import {
  chooseCaptures,
  contradictionOf,
  nameOf,
  type VerifiedCapture,
  verifyCaptures,
} from '../verify/verify-captures.js';

interface VerifyOptions {
  readonly secret?: readonly string[];
  readonly header?: readonly string[];
  readonly body?: string;
  readonly capture?: string;
  readonly id?: string;
  /** Milliseconds. */
  readonly now?: number;
  readonly tolerance: number;
  readonly json?: true;
}

/** The `verify` command: whether signatures are valid, and if not, why. */
export function verifyCommand(terminal: Terminal, host: Host): Command {
  return new Command('verify')
    .summary('say whether a signature is valid, or why not')
    .description(
      'Checks a delivery as a receiver does. If its signature is not valid, names the cause and the fix: a body that was parsed and serialized again, a secret with a line break, a wrong clock. Never prints the secret or the body.',
    )
    .addOption(secretOption())
    .option(
      '--header <header>',
      'the value of Service-Signature, or a whole header line; repeat it for more lines',
      collect,
    )
    .option('--body <body>', 'the body as received: @file, - for standard input, or text')
    .addOption(
      new Option(
        '--capture <path>',
        'instead of --header and --body: check each delivery of a capture file, - for standard input, or of a directory of .jsonl files',
      ).conflicts(['header', 'body']),
    )
    .option('--id <event-id>', 'with --capture: check only the deliveries of this event')
    .option(
      '--now <time>',
      'the time to check against: Unix seconds, or ISO 8601 (default: now; with --capture, the receipt of each delivery)',
      parseTime,
    )
    .option('--tolerance <seconds>', 'how far t may be from the clock', parseSeconds, 300)
    .addOption(jsonOption('one JSON object, or with --capture a line for each'))
    .addHelpText('after', EXAMPLES)
    .action((options: VerifyOptions) => verify(options, terminal, host));
}

async function verify(options: VerifyOptions, terminal: Terminal, host: Host): Promise<void> {
  const { capture, header, body } = options;
  if (capture !== undefined) return verifyCapture(capture, options, terminal, host);
  if (options.id !== undefined) throw new UsageError('--id requires --capture.');
  if (header === undefined || body === undefined) {
    throw new UsageError('give --header and --body, or --capture.');
  }
  const secrets = readNamedSecrets(options.secret, host);
  const headers = readHeaders(header);
  const now = options.now ?? host.now();
  const explanation = await explainDelivery({
    body: await readBody(body, terminal),
    header: headers.signature,
    headers: headers.all,
    secret: secrets.map(({ secret }) => secret),
    tolerance: options.tolerance,
    now: () => now,
  });
  if (options.json) terminal.out(jsonLine(withSecretName(explanation, secrets)));
  else {
    const view = { secrets, now, atReceipt: false, style: styleOf(terminal) };
    terminal.out(joinLines(showExplanation(explanation, { ...view, columns: terminal.columns })));
  }
  if (!explanation.ok) terminal.exitWith(exitCodes.failed);
}

async function verifyCapture(
  path: string,
  options: VerifyOptions,
  terminal: Terminal,
  host: Host,
): Promise<void> {
  const { signal, columns } = terminal;
  const { now, tolerance } = options;
  const secrets = readNamedSecrets(options.secret, host);
  const all = await readCaptures(path, '--capture', terminal);
  const deliveries = chooseCaptures(all, options.id, path);
  const style = styleOf(terminal);
  const tally = createExplanationTally();
  const progress = startProgress(terminal);
  try {
    for await (const verified of verifyCaptures(deliveries, { secrets, now, tolerance }, signal)) {
      const { explanation } = verified;
      tally.add(explanation);
      progress.say(`${tally.checked()} of ${deliveries.length} checked`);
      if (options.json) progress.print(asJson(verified, secrets));
      else {
        const view = { secrets, now: verified.now, atReceipt: now === undefined, style };
        const width = columns - INDENT.length;
        const contradiction = now === undefined ? contradictionOf(verified) : undefined;
        const lines = [
          ...showExplanation(explanation, { ...view, columns: width }),
          ...(contradiction === undefined ? [] : wrap(contradiction, width)),
        ];
        const shown = lines.map((line) => (line === '' ? '' : `${INDENT}${line}`));
        progress.print(joinLines([nameOf(verified), ...shown, '']));
      }
    }
  } finally {
    progress.stop();
  }
  const interrupted = signal.aborted;
  if (options.json) terminal.out(tally.asJson(interrupted));
  else {
    const lines = tally.show(style, secrets.length).flatMap((line) => wrap(line, columns));
    terminal.out(joinLines(lines));
  }
  if (interrupted) terminal.exitWith(exitCodes.interrupted);
  else if (!tally.allValid()) terminal.exitWith(exitCodes.failed);
}

function asJson(
  { number, captured, explanation }: VerifiedCapture,
  secrets: readonly NamedSecret[],
): string {
  const { body, receivedAt, status, code } = captured;
  return jsonLine({
    delivery: number,
    event: eventLabel(body) ?? null,
    receivedAt: new Date(receivedAt).toISOString(),
    status,
    answerCode: code,
    ...withSecretName(explanation, secrets),
  });
}

const INDENT = '   ';

function parseTime(text: string): number {
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (!Number.isFinite(ms)) throw new InvalidArgumentError('Give Unix seconds, or ISO 8601.');
  return ms;
}

function parseSeconds(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError('Give seconds, 0 or more.');
  return Number(text);
}

const EXAMPLES = `
Examples:
  $ screening-webhooks verify --body @body.json \\
      --header 'Service-Signature: t=1795255200,v1=5f2e...'
  $ pbpaste | screening-webhooks verify --body - --header "$SIGNATURE" --json
  $ screening-webhooks verify --body @body.json --header "$SIGNATURE" \\
      --secret "$OLD_SECRET" --secret "$NEW_SECRET" --now 2026-11-21T10:00:00Z
  $ screening-webhooks verify --capture deliveries.jsonl --id evt_4711 \\
      --secret hiring=whsec_... --secret onboarding=whsec_...

A secret may have the name of its endpoint before it, in lower case: the answer
names the secret that fits, by its position and this name.

With --capture, each delivery is checked against the time of its receipt.

Pass the bytes that your receiver got. An editor or a log may have changed them,
and changed bytes have another signature. Exits with 1 when a delivery is not
valid.`;
