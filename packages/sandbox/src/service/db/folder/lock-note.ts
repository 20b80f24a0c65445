import { z } from 'zod';
import { processRuns, processStart } from './process-start.js';

const noteSchema = z.object({
  pid: z.int().positive(),
  /** See {@link processStart}. */
  processStart: z.string().optional(),
  /** ISO 8601, for the user. */
  since: z.string(),
});

/** What a lock says about the process that has it. */
export type LockNote = z.infer<typeof noteSchema>;

/** The note of this process. */
export function ownNote(): LockNote {
  return {
    pid: process.pid,
    processStart: processStart(process.pid),
    since: new Date().toISOString(),
  };
}

/** Undefined: the lock was released, or no process has written it as a whole. */
export function parseNote(text: string): LockNote | undefined {
  try {
    return noteSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** True while the process that wrote the note runs. Where the system does not tell starts, the pid alone counts. */
export function isHeld({ pid, processStart: recorded }: LockNote): boolean {
  if (!processRuns(pid)) return false;
  const actual = processStart(pid);
  return recorded === undefined || actual === undefined || recorded === actual;
}
