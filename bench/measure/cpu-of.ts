import { readFileSync } from 'node:fs';

// USER_HZ of the kernel, which is the same on all usual systems.
const TICKS_A_SECOND = 100;

/** Whether {@link cpuSecondsOf} works here. */
export const tellsCpu = process.platform === 'linux';

/** The CPU seconds that a process has used so far, in steps of 10 ms. Linux only. */
export function cpuSecondsOf(pid: number | undefined): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name is in parentheses, and may have spaces itself. The fields 14 and 15 of the line are the user's and the system's time.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}
