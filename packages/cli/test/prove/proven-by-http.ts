import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { run } from '../../src/run.js';
import { recordingTerminal } from '../support/recording-terminal.js';
import { besideProbe, createProbe, type ReceiverProbe } from './receivers/probe.js';

export const SECRET = 'whsec_of_the_proof';

/** What `prove --json` said, as far as the tests look at it. */
export interface Report {
  readonly seed: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly rows: readonly {
    readonly name: string;
    readonly group: string;
    readonly verdict: string;
    readonly got: string;
  }[];
}

type CreateServed = (probe: ReceiverProbe) => RequestListener | Promise<RequestListener>;

/** Serves a receiver with its probe for as long as the work takes. */
export async function whileServed<Result>(
  create: CreateServed,
  work: (receiver: string, probe: string) => Promise<Result>,
  probe: ReceiverProbe = createProbe(),
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

/** Runs `prove` as the command line does. */
export async function proveByCommand(
  args: readonly string[],
): Promise<{ out: string; err: string; exit: number }> {
  const terminal = recordingTerminal();
  await run(['prove', '--secret', SECRET, ...args], terminal);
  return terminal.printed();
}

/** The report of a receiver, and the exit code. */
export async function reportOf(
  create: CreateServed,
  args: readonly string[] = [],
): Promise<{ report: Report; exit: number }> {
  return whileServed(create, async (receiver, probe) => {
    const all = [receiver, '--probe', probe, '--json', '--seed', '1', '--timeout', '4', ...args];
    const { out, err, exit } = await proveByCommand(all);
    if (out === '') throw new Error(err);
    return { report: JSON.parse(out), exit };
  });
}

/** The names of the rows that ended so. */
export function rowsThat(report: Report, verdict: string): readonly string[] {
  return report.rows.filter((row) => row.verdict === verdict).map(({ name }) => name);
}
