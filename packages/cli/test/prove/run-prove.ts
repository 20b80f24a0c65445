import type { RequestListener } from 'node:http';
import { recordingTerminal } from 'screening-webhooks-terminal';
import { startServer } from 'screening-webhooks-test-support/serve';
import type { Host } from '../../src/host.js';
import { run } from '../../src/run.js';
import type { Printed } from '../support/run-cli.js';
import { besideProbe, createProbe, type ReceiverProbe } from './receivers/probe.js';
import { inVirtualTime, virtualHost } from './virtual-time.js';

export const SECRET = 'whsec_of_the_proof';

/** The secret before {@link SECRET}, for receivers that know two. */
export const OLD_SECRET = 'whsec_of_before';

/** The parts of a `prove --json` report that the tests read. */
export interface Report {
  readonly counts: Readonly<Record<string, number>>;
  readonly cause: { readonly code: string; readonly sentence: string } | null;
  readonly checks: readonly {
    readonly name: string;
    readonly verdict: string;
    readonly got: string;
  }[];
}

/** A report, and the exit code of the command. */
interface Proved {
  readonly report: Report;
  readonly exit: number;
}

type CreateServed = (probe: ReceiverProbe) => RequestListener | Promise<RequestListener>;

/** Serves a receiver beside its probe while the work runs. */
export async function serveBesideProbe<Result>(
  create: CreateServed,
  work: (receiver: string, probe: string) => Promise<Result>,
  probe: ReceiverProbe,
): Promise<Result> {
  const { url, stop } = await startServer(besideProbe(probe, await create(probe)));
  try {
    return await work(`${url}/webhooks/screening`, `${url}/probe`);
  } finally {
    stop();
  }
}

/** The same, in virtual time. */
export function whileServed<Result>(
  create: CreateServed,
  work: (receiver: string, probe: string) => Promise<Result>,
  probe: ReceiverProbe = createProbe(),
): Promise<Result> {
  return inVirtualTime(() => serveBesideProbe(create, work, probe), probe.isWaiting);
}

/** Runs the `prove` command in this process. */
export async function proveByCommand(
  args: readonly string[],
  host: Host = virtualHost,
): Promise<Printed> {
  const terminal = recordingTerminal();
  await run(['prove', '--secret', SECRET, ...args], terminal, host);
  return terminal.printed();
}

/** The same with `--json`. */
export async function proveAsJson(args: readonly string[], host?: Host): Promise<Proved> {
  const { out, err, exit } = await proveByCommand([...args, '--json'], host);
  if (out === '') throw new Error(err);
  return { report: JSON.parse(out), exit };
}

/** Runs checks, by default all of them, against a receiver with a probe, in virtual time. */
export function reportOf(
  create: CreateServed,
  args: readonly string[] = [],
  withProbe?: ReceiverProbe,
): Promise<Proved> {
  return whileServed(
    create,
    (receiver, probe) => proveAsJson([receiver, '--probe', probe, '--seed', '1', ...args]),
    withProbe,
  );
}

/** The options that choose checks or groups. */
export function only(...names: readonly string[]): readonly string[] {
  return names.flatMap((name) => ['--only', name]);
}

/** The names of the checks with a verdict. */
export function checksThat(report: Report, verdict: string): readonly string[] {
  return report.checks.filter((check) => check.verdict === verdict).map(({ name }) => name);
}
