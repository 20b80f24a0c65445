import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { tied } from './cleanup.mjs';

const program = fileURLToPath(new URL('process.mjs', import.meta.url));

/** A receiver or a worker that is started again whenever it has ended. */
export async function supervise(role, place) {
  const died = [];
  let child;
  let killed;
  let url;

  async function start() {
    let errors = '';
    const started = spawn(process.execPath, [program, JSON.stringify({ role, ...place })], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child = tied(started);
    started.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text;
    });
    const ended = once(started, 'close').then(([code]) => ({ code, errors }));
    const up = await Promise.race([once(started, 'message'), ended.then(() => undefined)]);
    if (!up) return restart(await ended);
    url = up[0].url;
    void ended.then((end) => (started === killed ? undefined : restart(end)));
  }

  // Nobody has killed it: that is for the verdict to say.
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
    /** Where it listens; undefined while it does not. */
    get url() {
      return url;
    },
    /** `kill -9`; it is back after `downtime` milliseconds and the time that it takes to start. */
    async kill(downtime) {
      url = undefined;
      killed = child;
      const ended = once(child, 'exit');
      // False: it has ended by itself, and is being started again.
      if (!child.kill('SIGKILL')) return;
      await ended;
      await sleep(downtime);
      await start();
    },
    /** Stops it where it is, as a long pause of the garbage collector or of the machine would, and lets it go on. */
    async freeze(milliseconds) {
      child.kill('SIGSTOP');
      await sleep(milliseconds);
      child.kill('SIGCONT');
    },
    end() {
      killed = child;
      child.kill('SIGKILL');
    },
  };
}
