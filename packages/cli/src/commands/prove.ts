import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { chooseRows } from '../prove/choose-rows.js';
import { httpProbe } from '../prove/probe.js';
import { type ProveJob, prove } from '../prove/prove.js';
import { reportAsJson } from '../prove/report-json.js';
import { reportAsJunit } from '../prove/report-junit.js';
import { reportAsTable, summaryLine } from '../prove/report-table.js';
import { rows } from '../prove/rows/rows.js';
import { countVerdicts, exitCodeOf, type RowResult } from '../prove/verdict.js';
import { parseTarget } from '../target/parse-target.js';
import { readSecrets } from '../target/secrets.js';
import {
  allowRemoteOption,
  jsonOption,
  positiveNumber,
  secretOption,
  type TargetOptions,
  timeoutOption,
} from '../target/target-options.js';
import { startProgress } from '../terminal/progress.js';
import { styleOf } from '../terminal/style.js';
import type { Terminal } from '../terminal/terminal.js';
import { UsageError } from '../terminal/usage-error.js';

interface ProveOptions extends TargetOptions {
  readonly probe?: string;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly seed?: string;
  readonly within: number;
  readonly full?: true;
  readonly json?: true;
  readonly junit?: string;
}

/** `prove`: a conformance run against a receiver in any language. */
export function proveCommand(terminal: Terminal, host: Host): Command {
  const collect = (name: string, previous: readonly string[] = []): readonly string[] => [
    ...previous,
    name,
  ];
  return new Command('prove')
    .summary('try a receiver on everything that deliveries can be')
    .description(
      'Tries a receiver, in any language, on everything that deliveries can be: genuine, forged, odd, doubled, broken off.',
    )
    .argument('<url>', 'the receiver; on this machine, unless --allow-remote')
    .addOption(secretOption())
    .option('--probe <url>', 'where the receiver tells how often an event was handled; see below')
    .option('--only <name>', 'this row or group alone; repeat it for several', collect)
    .option('--skip <name>', 'not this row or group; repeat it for several', collect)
    .option('--seed <text>', 'event ids and the order of rows come from it (default: a new one)')
    .option(
      '--within <seconds>',
      'how long it may take in all; the rest is unproven',
      positiveNumber,
      60,
    )
    .option('--full', 'say of every row why it matters, not only of those that did not pass')
    .addOption(timeoutOption())
    .addOption(allowRemoteOption())
    .addOption(jsonOption('the report as JSON'))
    .option('--junit <file>', 'also write the report as JUnit XML')
    .addHelpText('after', () => `${HELP}\n${rowList()}`)
    .action((url: string, options: ProveOptions) => proveReceiver(url, options, terminal, host));
}

async function proveReceiver(
  url: string,
  options: ProveOptions,
  terminal: Terminal,
  host: Host,
): Promise<void> {
  const { signal } = terminal;
  const allowRemote = options.allowRemote === true;
  const probe = options.probe && parseTarget(options.probe, '--probe', allowRemote);
  const seed = options.seed ?? host.newEventId().slice(-8);
  const job: ProveJob = {
    url: parseTarget(url, '<url>', allowRemote),
    secrets: readSecrets(options.secret, host),
    probe: probe ? httpProbe(probe, signal) : undefined,
    rows: chooseRows(rows, options.only ?? [], options.skip ?? []),
    seed,
    timeout: options.timeout * 1000,
    within: options.within * 1000,
    host,
  };
  const progress = startProgress(terminal);
  let done = 0;
  const onResult = ({ row }: RowResult): void => {
    done += 1;
    progress.say(`${done} of ${job.rows.length} rows, ${row.name}`);
  };
  const results = await prove(job, onResult, signal).finally(() => progress.stop());
  const counts = countVerdicts(results);
  const complete = results.length === job.rows.length;
  const style = styleOf(terminal);

  if (options.json) terminal.out(reportAsJson(results, { seed, counts, complete }));
  else {
    terminal.out(
      reportAsTable(results, { style, columns: terminal.columns, full: options.full === true }),
    );
    terminal.out(`\n${summaryLine(counts, seed, style)}`);
  }
  if (!complete) terminal.err(`interrupted after ${results.length} of ${job.rows.length} rows\n`);
  if (options.junit !== undefined) await writeReport(options.junit, reportAsJunit(results, seed));
  terminal.exitWith(complete ? exitCodeOf(counts) : exitCodes.interrupted);
}

async function writeReport(file: string, report: string): Promise<void> {
  try {
    await writeFile(file, report);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new UsageError(`--junit: "${file}" cannot be written (${String(code)}).`);
  }
}

function rowList(): string {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const lines = groups.flatMap((group) => [
    `  ${group}`,
    ...rows.filter((row) => row.group === group).map(({ name }) => `    ${name}`),
  ]);
  return ['Groups and their rows:', ...lines].join('\n');
}

const HELP = `
Examples:
  $ screening-webhooks prove http://localhost:3000/webhooks --secret whsec_test
  $ screening-webhooks prove http://localhost:3000/webhooks \\
      --probe http://localhost:3000/probe --junit prove.xml
  $ screening-webhooks prove http://localhost:3000/webhooks --only duplicates

Verdicts:
  passed    seen to be so
  failed    the specification asks for something else
  advised   not asked for, but wise; does not fail the run
  unproven  could not be seen: without a probe, with one secret, out of time

The probe answers GET ?id=<event id> with {"handled": n}: how often that event was
handled to the end (or stored durably). To have handlers made slow or fail it takes
POST with {"id": "...", "delay": ms, "fail": runs} and answers a 2xx.

Leaves with 0 when something was proven and no row failed, else with 1.
`;
