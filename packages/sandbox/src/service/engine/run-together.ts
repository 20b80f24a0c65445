import type { JobKind, RunCommand } from '../kernel/command.js';
import { keepTrying } from './keep-trying.js';
import { isShared, type JobHandlers, runJob, type SharedJob } from './run-job.js';
import { type HeldJob, removeJobs } from './take-jobs.js';

/** Jobs that share a command, or one that does not. */
export type Together = readonly HeldJob[];

/** Splits jobs into those that share a command, and those that are alone. */
export function splitShared(taken: readonly HeldJob[], handlers: JobHandlers): readonly Together[] {
  const groups = new Map<JobKind | HeldJob, HeldJob[]>();
  for (const held of taken) {
    const { kind } = held.job;
    const key = isShared(handlers[kind]) ? kind : held;
    groups.set(key, [...(groups.get(key) ?? []), held]);
  }
  return [...groups.values()];
}

interface Dependencies {
  readonly handlers: JobHandlers;
  readonly runCommand: RunCommand;
  readonly onError: (error: unknown) => void;
}

/**
 * Runs jobs. Where the command that they share fails, each runs alone, so that one that fails stops no other. A job that has failed
 * stays held until its lease ends, and is then taken again. Never rejects.
 *
 * @returns how their deliveries ended, where they are deliveries.
 */
export async function runTogether(
  together: Together,
  { handlers, runCommand, onError }: Dependencies,
  signal: AbortSignal,
): Promise<readonly ('succeeded' | 'failed')[]> {
  const [first, ...others] = together;
  const handler = first && handlers[first.job.kind];
  if (others.length > 0 && handler && isShared(handler)) {
    try {
      await keepTrying(() => runShared(together, handler, runCommand), signal, onError);
      return [];
    } catch {
      // Those that fail alone as well say why.
    }
  }
  const ended: ('succeeded' | 'failed')[] = [];
  for (const held of together) {
    const result = await runJob(held, handlers, runCommand, signal, onError).catch(onError);
    if (result) ended.push(result);
  }
  return ended;
}

function runShared(
  together: Together,
  { bodyOfAll }: SharedJob,
  runCommand: RunCommand,
): Promise<void> {
  return runCommand(async (command) => {
    const removed = await removeJobs(command.tx, together);
    const jobs = together.filter((held) => removed.has(held)).map(({ job }) => job);
    await bodyOfAll(command, jobs);
  });
}
