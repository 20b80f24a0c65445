import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { killOnExit } from '../cleanup.mjs';
import { until } from '../until.mjs';

// Enough for a start on a busy machine, with the database down for a part of the time.
const START_LIMIT_MS = 60_000;

// Without the seeded world, whose events have no deliveries.
const startArguments = ['--port', '0', '--json', '--rate-limit', 'off', '--seed', 'none'];

/** Errors that a service may report: its database was away, or ended a session for a reason that scenarios cause. */
const expectedErrors =
  /ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|(code: '|SQLSTATE )(57P0[123]|25P03|08006)/;

/** The report of the signal that stops it. */
const stopLine = /^screening-sandbox: stopping at SIGTERM, once the work in progress has ended\n$/;

/**
 * Starts a service, and restarts it when it has ended.
 *
 * @param options `program`: of buildService. `args`: of `screening-sandbox start`. `env`: added to the environment.
 */
export async function superviseService({ program, args = [], env = {} }) {
  const died = [];
  const reports = [];
  let starts = 0;
  let child;
  let description;
  let killed;
  let downtime = 0;
  let restarts = true;
  // The output of the last start, for the error of a start that never completes.
  let lastWords = '';

  async function run() {
    while (restarts) {
      const started = spawn(process.execPath, [program, 'start', ...startArguments, ...args], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = killOnExit(started);
      let errors = '';
      let output = '';
      lastWords = `pid ${started.pid}`;
      started.stderr.setEncoding('utf8').on('data', (text) => {
        errors += text;
        lastWords += `\n${text}`;
      });
      started.stdout.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (description || !output.includes('\n')) return;
        description = JSON.parse(output);
        starts += 1;
      });
      const [code] = await once(started, 'close');
      const wasUp = description !== undefined;
      lastWords += `\nended with ${code}`;
      description = undefined;
      reports.push(...reportsIn(errors));
      if (!restarts) return;
      // The service may refuse to start while its database is away.
      const refused = !wasUp && code === 1 && expectedErrors.test(errors);
      if (started !== killed && !refused) {
        died.push(`the service ended by itself with ${code}: ${errors.slice(0, 2000)}`);
      }
      await sleep(started === killed ? downtime : 200);
    }
  }

  async function untilUp(since) {
    if (await until(() => starts > since && description, START_LIMIT_MS)) return;
    throw new Error(`The service did not start. ${[...died, lastWords].join('\n')}`);
  }

  const running = run();
  await untilUp(0);
  return {
    role: 'service',
    died,
    get pid() {
      return child.pid;
    },
    /** The JSON that it has printed at its start; `undefined` while it is down. */
    get description() {
      return description;
    },
    get url() {
      return description?.url;
    },
    /** Its unexpected reports. Complete once it has ended. */
    get unexpected() {
      return reports.filter((report) => !expectedErrors.test(report) && !stopLine.test(report));
    },
    /** Kills it with SIGKILL and restarts it after `ms` milliseconds. Resolves when it answers. */
    async kill(ms) {
      const before = starts;
      downtime = ms;
      killed = child;
      child.kill('SIGKILL');
      await untilUp(before);
    },
    freeze() {
      child.kill('SIGSTOP');
    },
    thaw() {
      child.kill('SIGCONT');
    },
    /** Ends it with a signal, permanently. @returns `{ code, ms }` */
    async stop(signal) {
      restarts = false;
      const start = performance.now();
      const stopped = child;
      stopped.kill(signal);
      await running;
      return { code: stopped.exitCode, ms: performance.now() - start };
    },
    /** Kills it with SIGKILL and does not restart it. */
    async end() {
      restarts = false;
      child.kill('SIGKILL');
      await running;
    },
  };
}

/** Every report begins with the name of the command. */
function reportsIn(errors) {
  return errors.split(/^(?=screening-sandbox: )/m).filter((text) => text.trim() !== '');
}
