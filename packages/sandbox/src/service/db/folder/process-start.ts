import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Returns a text that tells two processes with the same pid apart, or `undefined` if the process is gone or the system does not say.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform === 'linux') return startFromProc(pid) ?? startFromPs(pid);
  return process.platform === 'win32' ? undefined : startFromPs(pid);
}

/** True while a process with the pid runs. A zombie, which has ended and waits for its parent, does not run. */
export function processRuns(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !/^[ZX]/.test(fieldsFromProc(pid)?.[0] ?? '');
}

function startFromProc(pid: number): string | undefined {
  // Field 22 of the line: ticks since the boot. Its field 1 is the pid and 2 the name.
  const ticks = fieldsFromProc(pid)?.[19];
  return ticks === undefined ? undefined : `${bootId()} ${ticks}`;
}

/** The fields of /proc/<pid>/stat from the third on. */
function fieldsFromProc(pid: number): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may have spaces and parentheses itself.
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

// After another boot, another process can have the same pid and start at the same tick, above all in a container.
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** The start time by the command `ps`, to the second. For macOS and BSD. */
export function startFromPs(pid: number): string | undefined {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      // So the text is the same in each locale and time zone.
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5_000,
    });
    return text.trim() || undefined;
  } catch {
    return undefined;
  }
}
