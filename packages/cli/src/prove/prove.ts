import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { unreachableError } from '../target/unreachable-error.js';
import type { Check } from './check.js';
import {
  type CheckContext,
  createCheckContext,
  Interrupted,
  type ProveSettings,
} from './check-context.js';
import { type Finding, isAck, unproven } from './finding.js';
import { checkProbe, ProbeUnavailable } from './probe.js';
import { type CheckResult, verdictOf } from './verdict.js';

/** Settings of one run. */
export interface ProveJob extends Omit<ProveSettings, 'signal'> {
  /** In the order of the report. */
  readonly checks: readonly Check[];
  /** Milliseconds for the whole run. Checks that have not finished by then are unproven. */
  readonly within: number;
}

/** How many checks run in parallel. Each has its own events, so they do not affect one another. */
const CONCURRENCY = 4;

/**
 * Runs checks against a receiver. Resolves with the results in the order of the checks; after Ctrl-C, only those of the
 * checks that have finished.
 *
 * @param signal Ctrl-C.
 * @throws UsageError when the receiver cannot be reached, the probe does not answer, or the receiver has seen the seed before.
 */
export async function prove(
  job: ProveJob,
  onResult: (result: CheckResult) => void,
  signal: AbortSignal,
): Promise<readonly CheckResult[]> {
  const timeUp = new AbortController();
  const done = new AbortController();
  const settings: ProveSettings = { ...job, signal: AbortSignal.any([signal, timeUp.signal]) };
  // Each request in progress adds a listener, and a burst has a hundred deliveries and probe requests.
  setMaxListeners(0, settings.signal, signal);
  void job.host.sleep(job.within, done.signal).then(() => timeUp.abort());
  try {
    return await runChecks(job, settings, onResult, signal);
  } finally {
    done.abort();
  }
}

async function runChecks(
  job: ProveJob,
  settings: ProveSettings,
  onResult: (result: CheckResult) => void,
  interrupt: AbortSignal,
): Promise<readonly CheckResult[]> {
  const results = new Map<Check, CheckResult>();
  const acksGenuine = await checkReachable(settings);

  const runCheck = async (check: Check): Promise<void> => {
    if (interrupt.aborted) return;
    const start = job.host.now();
    const finding = await findingOf(check, createCheckContext(settings, check.name, acksGenuine));
    if (interrupt.aborted) return;
    const result = {
      check,
      verdict: verdictOf(check, finding),
      got: finding.got,
      ms: job.host.now() - start,
    };
    results.set(check, result);
    onResult(result);
  };

  const order = shuffled(job.checks, job.seed);
  const waiting = order.filter((check) => !check.alone);
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      await runCheck(check);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  for (const check of order.filter(({ alone }) => alone)) await runCheck(check);
  return job.checks.flatMap((check) => results.get(check) ?? []);
}

/** Sends one plain genuine event. Returns whether it was acked; if not, refusals prove nothing. */
async function checkReachable(settings: ProveSettings): Promise<boolean> {
  const context = createCheckContext(settings, '', false);
  if (settings.probe !== undefined) await checkProbe(settings.probe, context.id());
  const body = JSON.stringify(context.event('document_verification.completed'));
  const result = await context.send({ body }).catch(orInterrupted);
  if (result === undefined) return false;
  if (result.kind === 'unreachable') throw unreachableError(settings.url, result.code);
  return isAck(result);
}

async function findingOf(check: Check, context: CheckContext): Promise<Finding> {
  if (context.settings.signal.aborted) return unproven('the time limit came before its turn');
  try {
    return await check.run(context);
  } catch (error) {
    if (error instanceof ProbeUnavailable) return unproven(error.message);
    if (error instanceof Interrupted) return unproven('the time limit came first');
    throw error;
  }
}

function orInterrupted(error: unknown): undefined {
  if (!(error instanceof Interrupted)) throw error;
}

/** Shuffles by the seed: checks must not depend on their order, and a failure in one order can be repeated. */
function shuffled(checks: readonly Check[], seed: string): readonly Check[] {
  const rank = ({ name }: Check): string =>
    createHash('sha256')
      .update(JSON.stringify([seed, name]))
      .digest('hex');
  const ranked = checks.map((check) => ({ check, rank: rank(check) }));
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ check }) => check);
}
