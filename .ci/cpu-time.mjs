// The CPU time of a command with all that it starts. Imports only modules of Node.
import { spawn } from 'node:child_process';

/**
 * Starts a command, and adds up the CPU time of its process and of all that it has waited for. `times` of the shell is the only
 * figure for a whole tree that every POSIX system has: the command does not get its file descriptor.
 *
 * @param stdio Standard input, output and error.
 * @returns `{ child, cpuTime }`; `cpuTime()` is `{ user, system }` in seconds, once the child has closed.
 */
export function spawnTimed([file, ...args], { stdio, ...options }) {
  const script = '"$@" 3>&-; code=$?; times >&3; exit $code';
  const child = spawn('sh', ['-c', script, 'sh', file, ...args], {
    ...options,
    stdio: [...stdio, 'pipe'],
  });
  let times = '';
  child.stdio[3].setEncoding('utf8').on('data', (text) => {
    times += text;
  });
  return { child, cpuTime: () => parseTimes(times) };
}

/** Reads the output of `times`: the times of the shell, then the times of its children, `0m1.20s 0m0.10s` twice. */
function parseTimes(text) {
  const seconds = [...text.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, m, s]) => Number(m) * 60 + Number(s),
  );
  const [user = 0, system = 0, ofChildren = 0, systemOfChildren = 0] = seconds;
  return { user: user + ofChildren, system: system + systemOfChildren };
}
