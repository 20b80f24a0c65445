import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { type Cause, whyUnproven } from './baseline/cause.js';
import { describeRefusal, diagnose } from './baseline/diagnose.js';
import { type Baseline, findBaseline } from './baseline/find-baseline.js';
import { type Health, healthAfter } from './baseline/health.js';
import type { Check } from './check.js';
import {
  type CheckContext,
  createCheckContext,
  type EmittedType,
  Interrupted,
  type ProveSettings,
} from './check-context.js';
import { answerOf, type Finding, failed, unproven } from './finding.js';
import { createLedger } from './ledger.js';
import { checkProbe, ProbeUnavailable } from './probe.js';
import { type CheckResult, verdictOf } from './verdict.js';

/** Settings of one run. */
export interface ProveJob extends Omit<ProveSettings, 'signal' | 'ledger'> {
  /** In the order of the report. */
  readonly checks: readonly Check[];
  /** Milliseconds for the whole run. Checks that have not finished by then are unproven. */
  readonly within: number;
}

/** The results of a run. */
export interface ProveResult {
  /** In the order of the checks. After Ctrl-C, only the finished checks. */
  readonly results: readonly CheckResult[];
  /** Why no genuine event passes, or has passed since a certain check; `undefined` if they pass. */
  readonly cause: Cause | undefined;
}

const PLAIN: EmittedType = 'document_verification.completed';

/**
 * Runs checks against a receiver, one after another: a receiver may handle one delivery at a time, and one check must not
 * cause another to fail.
 *
 * @param signal Ctrl-C.
 * @throws UsageError when the receiver cannot be reached, the probe does not answer, or the receiver has seen the seed before.
 */
export async function prove(
  job: ProveJob,
  onResult: (result: CheckResult) => void,
  signal: AbortSignal,
): Promise<ProveResult> {
  const timeUp = new AbortController();
  const done = new AbortController();
  const settings: ProveSettings = {
    ...job,
    signal: AbortSignal.any([signal, timeUp.signal]),
    ledger: createLedger(),
  };
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
): Promise<ProveResult> {
  const results = new Map<Check, CheckResult>();
  const { baseline, ...start } = await begin(settings);
  let { cause } = start;
  for (const check of shuffled(job.checks, job.seed)) {
    if (interrupt.aborted) break;
    const startedAt = job.host.now();
    let finding: Finding;
    if (cause) finding = withoutGenuine(check, baseline, cause);
    else ({ finding, cause } = await observe(check, settings, baseline.type ?? PLAIN));
    if (interrupt.aborted) break;
    const result = {
      check,
      verdict: verdictOf(check, finding),
      got: finding.got,
      ms: job.host.now() - startedAt,
    };
    results.set(check, result);
    onResult(result);
  }
  return { results: job.checks.flatMap((check) => results.get(check) ?? []), cause };
}

async function begin(
  settings: ProveSettings,
): Promise<{ readonly baseline: Baseline; readonly cause: Cause | undefined }> {
  const context = createCheckContext(settings, '', PLAIN);
  if (settings.probe !== undefined) await checkProbe(settings.probe, context.id());
  let baseline: Baseline = { type: undefined, answers: new Map() };
  try {
    baseline = await findBaseline(context);
    const [plain] = baseline.answers.values();
    const cause = baseline.type === undefined && plain ? await diagnose(context, plain) : undefined;
    return { baseline, cause };
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    const cause = { code: 'out_of_time', sentence: 'the time limit came first.' } as const;
    return { baseline, cause };
  }
}

/** The finding of a check that is not run, because a refusal or a failure would be meaningless. */
function withoutGenuine(check: Check, { answers }: Baseline, cause: Cause): Finding {
  const answer = check.plain && cause.code !== 'stopped' && answers.get(check.plain);
  return answer ? failed(answerOf(answer)) : unproven(whyUnproven(cause));
}

/** Runs a check, then finds out whether the receiver still works if that is in doubt. */
async function observe(
  check: Check,
  settings: ProveSettings,
  type: EmittedType,
): Promise<{ readonly finding: Finding; readonly cause: Cause | undefined }> {
  const context = createCheckContext(settings, check.name, type);
  const finding = await findingOf(context, () => check.run(context));
  const doubtful = finding.verdict === 'failed' || context.hadTrouble();
  if (!doubtful || settings.signal.aborted) return { finding, cause: undefined };
  try {
    return judge(check, finding, await healthAfter(context), settings.url);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    return { finding, cause: undefined };
  }
}

function judge(
  check: Check,
  finding: Finding,
  health: Health,
  url: URL,
): { readonly finding: Finding; readonly cause: Cause | undefined } {
  const got = `${finding.got}; the next genuine event: ${answerOf(health.first)}`;
  switch (health.kind) {
    case 'acks':
      return { finding, cause: undefined };
    case 'busy':
      // The receiver may limit the rate of requests, so the failure need not be due to this check.
      return { finding: finding.verdict === 'failed' ? unproven(got) : finding, cause: undefined };
    case 'restarted':
      return {
        finding: finding.verdict === 'unproven' ? unproven(got) : failed(got),
        cause: undefined,
      };
    case 'limited':
    case 'stopped': {
      const answer = describeRefusal(health.first, url);
      const sentence = `it stopped acking genuine events after ${check.name}: ${answer}`;
      const blamed = health.kind === 'stopped' && finding.verdict !== 'unproven';
      return {
        finding: blamed ? failed(got) : unproven(got),
        cause: { code: 'stopped', sentence },
      };
    }
  }
}

async function findingOf(context: CheckContext, run: () => Promise<Finding>): Promise<Finding> {
  if (context.settings.signal.aborted) return unproven('the time limit came before its turn');
  try {
    return await run();
  } catch (error) {
    if (error instanceof ProbeUnavailable) return unproven(error.message);
    if (error instanceof Interrupted) return unproven('the time limit came first');
    throw error;
  }
}

/**
 * Shuffles by the seed: checks must not depend on their order, and a failure in one order can be repeated. The checks of the
 * whole run stay last.
 */
function shuffled(checks: readonly Check[], seed: string): readonly Check[] {
  const rank = ({ name }: Check): string =>
    createHash('sha256')
      .update(JSON.stringify([seed, name]))
      .digest('hex');
  const ranked = checks.map((check) => ({ check, rank: rank(check) }));
  const order = ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ check }) => check);
  return [...order.filter(({ last }) => !last), ...checks.filter(({ last }) => last)];
}
