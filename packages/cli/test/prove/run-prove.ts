import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { recordingTerminal } from '@screening-webhooks/terminal';
import type { Host } from '../../src/host.js';
import { run } from '../../src/run.js';
import { besideProbe, createProbe, type ReceiverProbe } from './receivers/probe.js';
import { inVirtualTime, virtualHost } from './virtual-time.js';

export const SECRET = 'whsec_of_the_proof';

/** The parts of a `prove --json` report that the tests read. */
export interface Report {
  readonly seed: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly checks: readonly {
    readonly name: string;
    readonly group: string;
    readonly verdict: string;
    readonly got: string;
  }[];
}

type CreateServed = (probe: ReceiverProbe) => RequestListener | Promise<RequestListener>;

/** Serves a receiver beside its probe while the work runs. */
export async function serveBesideProbe<Result>(
  create: CreateServed,
  work: (receiver: string, probe: string) => Promise<Result>,
  probe: ReceiverProbe,
): Promise<Result> {
  const server = createServer(besideProbe(probe, await create(probe))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  try {
    return await work(`${origin}/webhooks/screening`, `${origin}/probe`);
  } finally {
    server.closeAllConnections();
    server.close();
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
): Promise<{ out: string; err: string; exit: number }> {
  const terminal = recordingTerminal();
  await run(['prove', '--secret', SECRET, ...args], terminal, host);
  return terminal.printed();
}

/** Runs every check against a receiver. */
export async function reportOf(
  create: CreateServed,
  args: readonly string[] = [],
): Promise<{ report: Report; exit: number }> {
  return whileServed(create, async (receiver, probe) => {
    const all = [receiver, '--probe', probe, '--json', '--seed', '1', ...args];
    const { out, err, exit } = await proveByCommand(all);
    if (out === '') throw new Error(err);
    return { report: JSON.parse(out), exit };
  });
}

/** The names of the checks with a verdict. */
export function checksThat(report: Report, verdict: string): readonly string[] {
  return report.checks.filter((check) => check.verdict === verdict).map(({ name }) => name);
}
