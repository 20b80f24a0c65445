import { writeFile } from 'node:fs/promises';
import {
  Command,
  exitCodes,
  fileProblem,
  missingFolder,
  positiveNumber,
  startProgress,
  styleOf,
  type Terminal,
  UsageError,
} from 'screening-webhooks-terminal';
import type { Host } from '../host.js';
import type { Cause } from '../prove/baseline/cause.js';
import { checks } from '../prove/checks/checks.js';
import { chooseChecks } from '../prove/choose-checks.js';
import { httpProbe } from '../prove/probe.js';
import { type ProveJob, prove } from '../prove/prove.js';
import { reportAsJunit } from '../prove/report-junit.js';
import { causeLines, reportAsTable, summaryLine, unprovenLines } from '../prove/report-table.js';
import { type CheckResult, type Counts, countVerdicts, exitCodeOf } from '../prove/verdict.js';
import { parseTarget } from '../target/parse-target.js';
import { readSecrets } from '../target/secrets.js';
import {
  allowRemoteOption,
  collect,
  jsonOption,
  secretOption,
  type TargetOptions,
  timeoutOption,
} from '../target/target-options.js';

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

/** `prove`: conformance checks against a receiver in any language. */
export function proveCommand(terminal: Terminal, host: Host): Command {
  return new Command('prove')
    .summary('run conformance checks against a receiver')
    .description(
      'Runs conformance checks against a receiver in any language: genuine, forged, unusual, duplicate and interrupted deliveries.',
    )
    .argument('<url>', 'the receiver; on this machine, unless --allow-remote')
    .addOption(secretOption())
    .option('--probe <url>', 'the URL that reports how often an event was handled; see below')
    .option('--only <name>', 'run only this check or group; may be repeated', collect)
    .option('--skip <name>', 'leave out this check or group; may be repeated', collect)
    .option('--seed <text>', 'determines event ids and the order of checks (default: random)')
    .option(
      '--within <seconds>',
      'time limit of the run; unfinished checks are unproven',
      positiveNumber,
      240,
    )
    .option('--full', 'explain every check, not only those that did not pass')
    .addOption(timeoutOption())
    .addOption(allowRemoteOption())
    .addOption(jsonOption('the report as JSON'))
    .option('--junit <file>', 'also write the report as JUnit XML')
    .addHelpText('after', () => `${HELP}\n${checkList()}`)
    .action((url: string, options: ProveOptions) => proveReceiver(url, options, terminal, host));
}

async function proveReceiver(
  url: string,
  options: ProveOptions,
  terminal: Terminal,
  host: Host,
): Promise<void> {
  const { signal } = terminal;
  // Found out now, and not after the checks.
  if (options.junit !== undefined) requireFolder(options.junit);
  const allowRemote = options.allowRemote === true;
  const probe = options.probe && parseTarget(options.probe, '--probe', allowRemote);
  const seed = options.seed ?? host.newEventId().slice(-8);
  const job: ProveJob = {
    url: parseTarget(url, '<url>', allowRemote),
    secrets: readSecrets(options.secret, host),
    probe: probe ? httpProbe(probe, { signal, host }) : undefined,
    checks: chooseChecks(checks, options.only ?? [], options.skip ?? []),
    seed,
    timeout: options.timeout * 1000,
    within: options.within * 1000,
    host,
  };
  const progress = startProgress(terminal);
  let done = 0;
  const onResult = ({ check }: CheckResult): void => {
    done += 1;
    progress.say(`${done} of ${job.checks.length} checks, ${check.name}`);
  };
  const { results, cause } = await prove(job, onResult, signal).finally(() => progress.stop());
  const counts = countVerdicts(results);
  const complete = results.length === job.checks.length;
  const style = styleOf(terminal);

  if (options.json) {
    terminal.out(reportAsJson(results, { seed, counts, complete, cause: cause ?? null }));
  } else {
    const full = options.full === true;
    if (cause) terminal.out(`${causeLines(cause, style, terminal.columns)}\n`);
    const listed =
      cause && !full ? results.filter(({ verdict }) => verdict !== 'unproven') : results;
    if (listed.length > 0) {
      terminal.out(`${reportAsTable(listed, { style, columns: terminal.columns, full })}\n`);
    }
    terminal.out(summaryLine(counts, seed, style));
    terminal.out(unprovenLines(results, terminal.columns));
  }
  if (!complete)
    terminal.err(`interrupted after ${results.length} of ${job.checks.length} checks\n`);
  if (options.junit !== undefined)
    await writeReport(options.junit, reportAsJunit(results, seed, cause));
  terminal.exitWith(complete ? exitCodeOf(counts, cause) : exitCodes.interrupted);
}

async function writeReport(file: string, report: string): Promise<void> {
  try {
    await writeFile(file, report);
  } catch (error) {
    throw cannotWrite(file, fileProblem(error));
  }
}

function requireFolder(file: string): void {
  const missing = missingFolder(file);
  if (missing) throw cannotWrite(file, missing);
}

function cannotWrite(file: string, problem: string): UsageError {
  return new UsageError(`--junit: cannot write ${file}: ${problem}.`);
}

/** Formats the report of a run as JSON: `{seed, counts, complete, cause, checks}`. */
function reportAsJson(
  results: readonly CheckResult[],
  run: {
    readonly seed: string;
    readonly counts: Counts;
    readonly complete: boolean;
    readonly cause: Cause | null;
  },
): string {
  const checks = results.map(({ check, verdict, got, ms }) => {
    const { run: _run, plain: _plain, ...description } = check;
    return { ...description, verdict, got, ms };
  });
  return `${JSON.stringify({ ...run, checks }, null, 2)}\n`;
}

function checkList(): string {
  const groups = [...new Set(checks.map(({ group }) => group))];
  const lines = groups.flatMap((group) => [
    `  ${group}`,
    ...checks.filter((check) => check.group === group).map(({ name }) => `    ${name}`),
  ]);
  return ['Groups and their checks:', ...lines].join('\n');
}

const HELP = `
Examples:
  $ screening-webhooks prove http://localhost:3000/webhooks --secret whsec_test
  $ screening-webhooks prove http://localhost:3000/webhooks \\
      --probe http://localhost:3000/probe --junit prove.xml
  $ screening-webhooks prove http://localhost:3000/webhooks --only duplicates

Verdicts:
  passed    observed
  failed    the specification requires something else
  advised   recommended, not required; does not fail the run
  unproven  could not be observed: no probe, only one secret, out of time, or a
            receiver that acks no genuine event

When no genuine event passes, or none any more, the report begins with the most
likely cause: also a CSRF check, a login, a rate limiter or bot protection in
front of the receiver.

The probe answers GET ?id=<event id> with {"handled": n, "running": n}: how often
the event was handled to the end or stored durably, and how many handler runs have
not ended. To make handlers slow or fail, it accepts POST with
{"id": "...", "delay": ms, "fail": runs} and answers a 2xx.

Exits with 0 when genuine events pass, at least one check passed and none failed,
else with 1.
`;
