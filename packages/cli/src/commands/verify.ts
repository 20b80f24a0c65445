import { type Explanation, explainDelivery } from '@screening-webhooks/explain';
import {
  Command,
  exitCodes,
  InvalidArgumentError,
  styleOf,
  type Terminal,
  wrap,
} from '@screening-webhooks/terminal';
import type { Host } from '../host.js';
import { readSecretsAsTheyAre } from '../target/secrets.js';
import { jsonOption, secretOption } from '../target/target-options.js';
import { readBody, readHeaders } from '../verify/delivery-input.js';

interface VerifyOptions {
  readonly secret?: readonly string[];
  readonly header: readonly string[];
  readonly body: string;
  /** Milliseconds. */
  readonly now?: number;
  readonly tolerance: number;
  readonly json?: true;
}

/** The `verify` command: whether a signature is valid, and if not, why. */
export function verifyCommand(terminal: Terminal, host: Host): Command {
  return new Command('verify')
    .summary('say whether a signature is valid, or why not')
    .description(
      'Checks a delivery as a receiver does. If its signature is not valid, names the cause and the fix: a body that was parsed and serialized again, a secret with a line break, a wrong clock. Never prints the secret or the body.',
    )
    .addOption(secretOption())
    .requiredOption(
      '--header <header>',
      'the value of Service-Signature, or a whole header line; repeat it for more lines',
      (text: string, previous: readonly string[] = []) => [...previous, text],
    )
    .requiredOption('--body <body>', 'the body as received: @file, - for standard input, or text')
    .option(
      '--now <time>',
      'the time to check against: Unix seconds, or ISO 8601 (default: now)',
      parseTime,
    )
    .option('--tolerance <seconds>', 'how far t may be from the clock', parseSeconds, 300)
    .addOption(jsonOption('one JSON object'))
    .addHelpText('after', EXAMPLES)
    .action((options: VerifyOptions) => verify(options, terminal, host));
}

async function verify(options: VerifyOptions, terminal: Terminal, host: Host): Promise<void> {
  const secrets = readSecretsAsTheyAre(options.secret, host);
  const headers = readHeaders(options.header);
  const body = await readBody(options.body, host);
  const now = options.now ?? host.now();
  const explanation = await explainDelivery({
    body,
    header: headers.signature,
    headers: headers.all,
    secret: secrets,
    tolerance: options.tolerance,
    now: () => now,
  });
  if (options.json) terminal.out(`${JSON.stringify(explanation)}\n`);
  else terminal.out(asText(explanation, secrets.length, now, terminal));
  if (!explanation.ok) terminal.exitWith(exitCodes.failed);
}

function asText(
  explanation: Explanation,
  secrets: number,
  now: number,
  terminal: Terminal,
): string {
  const style = styleOf(terminal);
  const { columns } = terminal;
  const indented = (text: string): readonly string[] =>
    wrap(text, columns - 2).map((line) => `  ${line}`);
  if (explanation.ok) {
    const age = Math.floor(now / 1000) - explanation.timestamp;
    const when = age < 0 ? `${-age} s ahead of the clock` : `${age} s ago`;
    const by = secrets === 1 ? '' : `, by secret ${explanation.secretIndex + 1} of ${secrets}`;
    return `${style.good('Valid')}: signed ${when}${by}.\n`;
  }
  const findings = [explanation, ...explanation.otherFindings];
  const shown = findings.flatMap(({ cause, summary, detail, fix }, index) => [
    index === 0
      ? `${style.bad('Not valid')}: ${style.strong(cause)}`
      : `\nAlso: ${style.strong(cause)}`,
    ...indented(summary),
    ...(detail === undefined ? [] : indented(`Detail: ${detail}.`)),
    ...indented(`Fix: ${fix}`),
  ]);
  const proof = `${proofOf(explanation)}A receiver answers ${explanation.code}.`;
  const lines = [...shown, '', ...wrap(proof, columns).map(style.quiet)];
  return lines.map((line) => `${line}\n`).join('');
}

function proofOf({ proven, otherFindings, seconds }: Explanation & { readonly ok: false }): string {
  if (!proven) return '';
  if (otherFindings.length > 0) return 'With all of this undone, the signature matches. ';
  return seconds === undefined
    ? 'With this undone, the signature matches. '
    : 'The signature itself is genuine. ';
}

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

Pass the bytes that your receiver got. An editor or a log may have changed them,
and changed bytes have another signature. Exits with 1 when the delivery is not
valid.`;
