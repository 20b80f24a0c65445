import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { killOnExit } from './cleanup.mjs';
import { seedFor } from './plan-faults.mjs';

const program = fileURLToPath(new URL('process.mjs', import.meta.url));

/** Starts a process. @returns its child process, and its `ended`: a promise of `{ code, signal, errors }`. */
function startProcess(role, context, { seed, flags = [] }) {
  const args = [...flags, program, JSON.stringify({ role, ...context, seed })];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, errors }));
  return { child: killOnExit(child), ended };
}

/**
 * Runs a program of a scenario to its end, which may be a signal that it sends itself.
 *
 * @returns `{ code, signal, errors }`: how it ended, and its stderr.
 */
export function runProgram(context, seed) {
  return startProcess('program', context, { seed }).ended;
}

/**
 * Starts a receiver or a worker, and restarts it when it has ended.
 *
 * @param options `seed`: determines the random choices of the process. `preload`: a module that it loads first.
 */
export async function supervise(role, context, { seed, preload }) {
  const flags = preload ? ['--import', preload] : [];
  const died = [];
  let starts = 0;
  let child;
  let killed;
  let url;

  async function start() {
    starts += 1;
    // A new seed for each start, because an event must not fail in the same way forever.
    const own = seedFor(seed, `start ${starts}`);
    const { child: started, ended } = startProcess(role, context, { seed: own, flags });
    child = started;
    const up = await Promise.race([once(started, 'message'), ended.then(() => undefined)]);
    if (!up) return restart(await ended);
    url = up[0].url;
    void ended.then((end) => (started === killed ? undefined : restart(end)));
  }

  // The driver did not kill it: this breaks an invariant.
  async function restart({ code, errors }) {
    url = undefined;
    died.push(`a ${role} ended by itself with ${code}: ${errors.slice(0, 1000)}`);
    await sleep(200);
    await start();
  }

  await start();
  return {
    role,
    died,
    /** The URL of a receiver; undefined while it is down. */
    get url() {
      return url;
    },
    /** Kills it with SIGKILL and starts it again after `downtime` milliseconds. */
    async kill(downtime) {
      url = undefined;
      killed = child;
      const ended = once(child, 'exit');
      // False when it has ended by itself; `restart` starts it again.
      if (!child.kill('SIGKILL')) return;
      await ended;
      await sleep(downtime);
      await start();
    },
    /** Pauses it, as a long garbage collection or a suspended machine would. */
    freeze() {
      child.kill('SIGSTOP');
    },
    thaw() {
      child.kill('SIGCONT');
    },
    /** Sends it a signal that ends it, waits until it has ended, and does not start it again. */
    async stop(signal) {
      killed = child;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
    /** Kills it with SIGKILL and does not start it again. */
    end() {
      killed = child;
      child.kill('SIGKILL');
    },
  };
}
