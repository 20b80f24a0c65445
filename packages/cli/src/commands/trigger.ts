import { eventTypes } from '@screening-webhooks/core';
import {
  type Edit,
  type Fault,
  faults,
  findFault,
  nearest,
  noFault,
  parseSet,
  parseUnset,
} from '@screening-webhooks/testing/faults';
import {
  Command,
  exitCodes,
  inSeconds,
  positiveInteger,
  positiveNumber,
  renderTable,
  startProgress,
  styleOf,
  type Terminal,
  UsageError,
} from 'screening-webhooks-terminal';
import { eventSource } from '../event/event-source.js';
import { editParser } from '../event/parse-edit.js';
import type { Host } from '../host.js';
import { parseTarget } from '../target/parse-target.js';
import { readSecrets } from '../target/secrets.js';
import {
  allowRemoteOption,
  jsonOption,
  secretOption,
  type TargetOptions,
  timeoutOption,
} from '../target/target-options.js';
import { retryWaits, type SendJob, type Sent, sendEvents } from '../trigger/send-events.js';
import { sentAsJson, showSent } from '../trigger/show-sent.js';
import { createTally } from '../trigger/tally.js';

interface TriggerOptions extends TargetOptions {
  readonly to: string;
  readonly file?: string;
  readonly count: number;
  readonly concurrency: number;
  readonly fault?: string;
  readonly retry?: true;
  readonly speed?: number;
  readonly json?: true;
}

/** `trigger`: sends signed events to a receiver. */
export function triggerCommand(terminal: Terminal, host: Host): Command {
  const edits: Edit[] = [];
  return new Command('trigger')
    .summary('send signed events to a receiver')
    .description(
      'Sends fixture events to a receiver, signed like those of the service, and reports the result of each.',
    )
    .argument('[event-type]', [...eventTypes.keys()].join(', '))
    .requiredOption('--to <url>', 'the receiver; on this machine, unless --allow-remote')
    .addOption(secretOption())
    .option(
      '--set <path=value>',
      'change a field: data.formData.licenseNumber=RN123; or with JSON: data.metadata:=null',
      (text) => {
        edits.push(editParser(parseSet)(text));
      },
    )
    .option('--unset <path>', 'remove a field: data.metadata.orderId', (text) => {
      edits.push(editParser(parseUnset)(text));
    })
    .option(
      '--file <event.json>',
      'send the event of a file, byte for byte unless edited; - for standard input',
    )
    .option('--count <n>', 'how many events, each with its own id', positiveInteger, 1)
    .option('--concurrency <n>', 'how many to send in parallel', positiveInteger, 1)
    .option('--fault <name>', 'send a faulty or unusual delivery; see below')
    .option('--retry', 'retry like the service until a 2xx: after 1, 3, 7 and 15 minutes')
    .option('--speed <factor>', 'with --retry: divide the waits by this factor', positiveNumber)
    .addOption(timeoutOption())
    .addOption(allowRemoteOption())
    .addOption(jsonOption('a JSON line for each delivery and one for the summary'))
    .addHelpText('after', () => `${EXAMPLES}\n${faultList(terminal.columns)}`)
    .action((type: string | undefined, options: TriggerOptions) =>
      trigger(type, edits, options, terminal, host),
    );
}

async function trigger(
  type: string | undefined,
  edits: readonly Edit[],
  options: TriggerOptions,
  terminal: Terminal,
  host: Host,
): Promise<void> {
  const fault = options.fault === undefined ? noFault : requireFault(options.fault);
  if (options.retry && !fault.retryable) {
    throw new UsageError(`--retry cannot be used with --fault ${fault.kind}; remove one of them.`);
  }
  if (options.speed !== undefined && !options.retry) {
    throw new UsageError('--speed requires --retry.');
  }
  const job: SendJob = {
    url: parseTarget(options.to, '--to', options.allowRemote === true),
    source: await eventSource({ type, file: options.file, edits }, terminal, host),
    fault,
    secrets: readSecrets(options.secret, host),
    count: options.count,
    concurrency: options.concurrency,
    timeout: options.timeout * 1000,
    retrySpeed: options.retry ? (options.speed ?? 1) : undefined,
  };
  const { signal } = terminal;
  const style = styleOf(terminal);
  const tally = createTally();
  const progress = startProgress(terminal);
  const start = host.now();
  let shown: Sent | undefined;
  const report = await sendEvents(
    job,
    {
      onSent(sent) {
        tally.add(sent);
        if (options.json) progress.print(sentAsJson(sent, fault.kind));
        else if (job.count === 1) {
          progress.print(showSent(sent, style, terminal.columns, shown));
          shown = sent;
        }
        progress.say(`event ${sent.event} of ${job.count} sent`);
      },
      onWait(attempt, ms) {
        progress.say(`attempt ${attempt} of ${retryWaits.length + 1} in ${inSeconds(ms)}`);
      },
    },
    signal,
    host,
  ).finally(() => progress.stop());

  const elapsed = host.now() - start;
  if (options.json) terminal.out(tally.asJson(report, elapsed, signal.aborted));
  else if (job.count > 1 || signal.aborted) {
    terminal.out(tally.show(report, elapsed, style, terminal.columns));
  }
  if (signal.aborted) terminal.exitWith(exitCodes.interrupted);
  else if (report.asExpected < report.events) terminal.exitWith(exitCodes.failed);
}

/** Finds a fault by its kind, also written with hyphens, or by a former name. @throws UsageError that suggests the nearest name. */
function requireFault(name: string): Fault {
  const fault = findFault(name);
  if (fault !== undefined) return fault;
  const names = faults.flatMap(({ kind, aliases }) => [kind, ...aliases]);
  const meant = nearest(name.replaceAll('-', '_'), names);
  throw new UsageError(
    `unknown fault "${name}"; ${meant === undefined ? 'see screening-webhooks trigger --help for all of them.' : `did you mean ${meant}?`}`,
  );
}

function faultList(columns: number): string {
  const rows = faults.map(({ kind, summary }) => [kind, summary]);
  return `
Faults, and what a correct receiver does (which is success):
${renderTable(rows, columns - 2).replaceAll(/^(?=.)/gm, '  ')}`;
}

const EXAMPLES = `
Examples:
  $ export SCREENING_SECRET=whsec_...
  $ screening-webhooks trigger document_verification.completed \\
      --to http://localhost:3000/webhooks/screening \\
      --set data.formData.licenseNumber=RN123 --unset data.metadata.orderId
  $ screening-webhooks trigger document_verification.failed --to http://localhost:3000/hooks \\
      --fault duplicate
  $ screening-webhooks trigger document_verification.failed --to http://localhost:3000/hooks \\
      --retry --speed 60
  $ screening-webhooks trigger --file event.json --to http://localhost:3000/hooks \\
      --count 1000 --concurrency 20 --json

A value of --set takes the type that its field has in the event; := takes any
JSON. An index of a list is a key: data.verificationFileUploads.0=https://...

Exits with 1 when the receiver does not do what is expected: ack the event, or
refuse a faulty delivery.`;
