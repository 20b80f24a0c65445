import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { networkError } from '../answer/network-error.js';
import { UsageError } from '../terminal/usage-error.js';
import { type Bench, createBench, Interrupted, type Trial } from './bench.js';
import { type Finding, isAck, unproven } from './finding.js';
import { checkProbe, ProbeUnavailable } from './probe.js';
import type { Row } from './row.js';
import { type RowResult, verdictOf } from './verdict.js';

/** One run. */
export interface ProveJob extends Omit<Trial, 'signal'> {
  /** In the order of the report. */
  readonly rows: readonly Row[];
  /** Milliseconds for all of it. Rows that are not done by then are unproven. */
  readonly within: number;
}

/** How many rows run beside each other. Their events are their own, so they do not meet. */
const AT_A_TIME = 4;

/**
 * Tries a receiver on every row and resolves with the results of those that ran, in the order of the rows: all of them,
 * unless Ctrl-C came first.
 *
 * @param signal Ctrl-C.
 * @throws UsageError when nobody listens, the probe does not answer, or the seed was used on this receiver before.
 */
export async function prove(
  job: ProveJob,
  onResult: (result: RowResult) => void,
  signal: AbortSignal,
): Promise<readonly RowResult[]> {
  const timeUp = AbortSignal.timeout(job.within);
  const trial: Trial = { ...job, signal: AbortSignal.any([signal, timeUp]) };
  // Every delivery under way listens, and a burst is a hundred of them: no leak to be warned of.
  setMaxListeners(0, trial.signal);
  const results = new Map<Row, RowResult>();
  const acksGenuine = await greet(trial);

  const runRow = async (row: Row): Promise<void> => {
    if (signal.aborted) return;
    const start = job.host.now();
    const finding = await findingOf(row, createBench(trial, row.name, acksGenuine));
    if (signal.aborted) return;
    const result = {
      row,
      verdict: verdictOf(row, finding),
      got: finding.got,
      ms: job.host.now() - start,
    };
    results.set(row, result);
    onResult(result);
  };

  const order = shuffled(job.rows, job.seed);
  const waiting = order.filter((row) => !row.alone);
  const worker = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) await runRow(row);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  for (const row of order.filter(({ alone }) => alone)) await runRow(row);
  return job.rows.flatMap((row) => results.get(row) ?? []);
}

/** Sends one plain genuine event. What follows means little when that is not acked. */
async function greet(trial: Trial): Promise<boolean> {
  const bench = createBench(trial, '', false);
  if (trial.probe !== undefined) await checkProbe(trial.probe, bench.id());
  const body = JSON.stringify(bench.event('document_verification.completed'));
  const result = await bench.send({ body }).catch(orInterrupted);
  if (result === undefined) return false;
  if (result.kind === 'unreachable') {
    throw new UsageError(`${trial.url.origin} cannot be reached: ${networkError(result.code)}.`);
  }
  return isAck(result);
}

async function findingOf(row: Row, bench: Bench): Promise<Finding> {
  if (bench.trial.signal.aborted) return unproven('the time was up before its turn');
  try {
    return await row.run(bench);
  } catch (error) {
    if (error instanceof ProbeUnavailable) return unproven(error.message);
    if (error instanceof Interrupted) return unproven('the time was up');
    throw error;
  }
}

function orInterrupted(error: unknown): undefined {
  if (!(error instanceof Interrupted)) throw error;
}

/** The order of a seed: rows must not depend on one another, and a failure that shows up in one order alone can be repeated. */
function shuffled(rows: readonly Row[], seed: string): readonly Row[] {
  const rank = ({ name }: Row): string =>
    createHash('sha256')
      .update(JSON.stringify([seed, name]))
      .digest('hex');
  const ranked = rows.map((row) => ({ row, rank: rank(row) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ row }) => row);
}
