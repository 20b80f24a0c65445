import {
  Command,
  exitCodes,
  inSeconds,
  joinLines,
  positiveNumber,
  startProgress,
  styleOf,
  type Terminal,
  UsageError,
  wrap,
} from 'screening-webhooks-terminal';
import { readCaptures } from '../capture/read-captures.js';
import { showCaptured } from '../capture/show-captured.js';
import { eventLabel } from '../event/event-label.js';
import type { Host } from '../host.js';
import { jsonLine } from '../json.js';
import { type Replayed, type ReplayJob, replayDeliveries } from '../replay/replay-deliveries.js';
import { parseTarget } from '../target/parse-target.js';
import { readSecrets } from '../target/secrets.js';
import {
  allowRemoteOption,
  jsonOption,
  secretOption,
  type TargetOptions,
  timeoutOption,
} from '../target/target-options.js';

interface ReplayOptions extends TargetOptions {
  readonly to: string;
  readonly resign?: true;
  readonly gaps?: true;
  readonly speed?: number;
  readonly json?: true;
}

/** `replay`: sends captured deliveries again. */
export function replayCommand(terminal: Terminal, host: Host): Command {
  return new Command('replay')
    .summary('send recorded deliveries again')
    .description(
      'Sends captured deliveries again, byte for byte and in the order of their receipt. Without --resign it sends the original signatures, which receivers refuse once they are more than 300 s old.',
    )
    .argument('<path>', 'a capture file, - for standard input, or a directory of .jsonl files')
    .requiredOption('--to <url>', 'the receiver; a URL without a path gets the recorded path')
    .option('--resign', 'sign with --secret instead of sending the original signatures')
    .addOption(secretOption())
    .option('--gaps', 'keep the original gaps between deliveries')
    .option('--speed <factor>', 'with --gaps: divide the gaps by this factor', positiveNumber)
    .addOption(timeoutOption())
    .addOption(allowRemoteOption())
    .addOption(jsonOption('a JSON line for each delivery and one for the summary'))
    .addHelpText('after', EXAMPLES)
    .action((path: string, options: ReplayOptions) => replay(path, options, terminal, host));
}

async function replay(
  path: string,
  options: ReplayOptions,
  terminal: Terminal,
  host: Host,
): Promise<void> {
  const job = await prepare(path, options, terminal, host);
  const total = job.deliveries.length;
  const style = styleOf(terminal);
  const progress = startProgress(terminal);
  const counts = { deliveries: total, sent: 0, acked: 0 };
  let tooOld = 0;
  const onReplayed = (replayed: Replayed): void => {
    const { assessment, number, captured } = replayed;
    counts.sent += 1;
    if (assessment.acked) counts.acked += 1;
    if (assessment.reported?.code === 'timestamp_too_old') tooOld += 1;
    const paint = assessment.ok ? style.good : style.bad;
    const words = `was ${captured.status}, now ${assessment.label} in ${replayed.result.ms} ms. ${assessment.sentence}`;
    progress.print(
      options.json
        ? asJson(replayed)
        : showCaptured(number, captured, paint(words), terminal.columns),
    );
    progress.say(`${counts.sent} of ${total} sent`);
  };
  const onWait = (number: number, ms: number): void => {
    progress.say(`delivery ${number} of ${total} in ${inSeconds(ms)}`);
  };
  const { signal } = terminal;
  await replayDeliveries(job, onReplayed, onWait, signal, host).finally(() => progress.stop());

  const interrupted = signal.aborted;
  if (options.json) terminal.out(jsonLine({ summary: { ...counts, interrupted } }));
  else {
    const paint = counts.acked === total ? style.good : style.bad;
    terminal.out(`\n${paint(`${counts.acked} of ${total} acked.`)}\n`);
    const hint = `${tooOld} of the signatures were too old; use --resign.`;
    if (tooOld > 0) terminal.out(joinLines(wrap(hint, terminal.columns)));
  }
  if (interrupted) terminal.exitWith(exitCodes.interrupted);
  else if (counts.acked < total) terminal.exitWith(exitCodes.failed);
}

async function prepare(
  path: string,
  options: ReplayOptions,
  terminal: Terminal,
  host: Host,
): Promise<ReplayJob> {
  if (options.speed !== undefined && !options.gaps) {
    throw new UsageError('--speed requires --gaps.');
  }
  if (options.secret !== undefined && !options.resign) {
    throw new UsageError(
      '--secret requires --resign; without it the original signatures are sent.',
    );
  }
  return {
    target: parseTarget(options.to, '--to', options.allowRemote === true),
    resign: options.resign ? readSecrets(options.secret, host) : undefined,
    gapSpeed: options.gaps ? (options.speed ?? 1) : undefined,
    timeout: options.timeout * 1000,
    deliveries: await readCaptures(path, 'replay', terminal),
  };
}

function asJson({ number, captured, result, assessment }: Replayed): string {
  return jsonLine({
    delivery: number,
    event: eventLabel(captured.body) ?? null,
    method: captured.method,
    path: captured.path,
    receivedAt: new Date(captured.receivedAt).toISOString(),
    was: captured.status,
    result: result.kind,
    status: result.kind === 'answered' ? result.status : null,
    outcome: assessment.reported?.outcome ?? null,
    code: assessment.reported?.code ?? null,
    ms: result.ms,
    ok: assessment.ok,
    sentence: assessment.sentence,
  });
}

const EXAMPLES = `
Examples:
  $ screening-webhooks replay deliveries.jsonl --to http://localhost:3000 --resign
  $ screening-webhooks replay captures/ --to http://localhost:3000 --resign \\
      --gaps --speed 10
  $ grep evt_4711 deliveries.jsonl \\
      | screening-webhooks replay - --to http://localhost:3000 --resign --json

Exits with 1 when a delivery was not acked.`;
