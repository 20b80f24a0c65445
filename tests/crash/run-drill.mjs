import { join } from 'node:path';
import { scratchFolder } from './cleanup.mjs';
import { setFlag } from './flags.mjs';
import { seedFor } from './plan-faults.mjs';
import { openProxy } from './proxy.mjs';
import { readRecord, recorder } from './record.mjs';
import { servers } from './servers.mjs';
import { runProgram, supervise } from './supervisor.mjs';

const AN_HOUR_AHEAD = new URL('an-hour-ahead.mjs', import.meta.url).href;

/**
 * Runs a scenario that injects its own faults, with its own server.
 *
 * @param which `{ file, name }`: where processes find the scenario.
 * @returns `{ failures, notes }`: what its `drill` returns, by invariant the texts that break it, with `died` added; and the
 * lines that it has noted.
 */
export async function runDrill(scenario, which, seed) {
  const server = await servers[scenario.server].create();
  await server.start();
  const ofDrill = seedFor(seed, scenario.name);
  const folder = scratchFolder();
  const record = join(folder, 'record');
  const processes = [];
  const proxies = [];
  const endings = [];
  const notes = [];

  const stage = {
    server,
    folder,
    entries: () => readRecord(record),
    setFlag: (name) => setFlag(folder, name),
    /** Runs at the end, however the drill ends. */
    onEnd: (end) => endings.push(end),
    /** Adds lines to the report of the scenario. */
    note: (...lines) => notes.push(...lines),
    async proxy(options) {
      const proxy = await openProxy(server.socketPath, options);
      proxies.push(proxy);
      return proxy;
    },
    /**
     * Runs the `program` of the scenario in a process, which gets `given`.
     *
     * @returns a promise of `{ code, signal, errors }`, when it has ended.
     */
    run: (name, given) => runProgram({ scenario: which, name, ...given }, seedFor(ofDrill, name)),
    /**
     * Starts a process that runs the `worker` of the scenario. Its `url` is the result of `worker`.
     *
     * @param name Its name in the record.
     * @param options `port`: of its server. `anHourAhead`: whether its clock is.
     */
    async start(name, { port, anHourAhead = false } = {}) {
      const context = { scenario: which, folder, record, port, name };
      const worker = await supervise('worker', context, {
        seed: seedFor(ofDrill, name),
        preload: anHourAhead ? AN_HOUR_AHEAD : undefined,
      });
      processes.push(worker);
      const write = recorder(record, name);
      return {
        freeze() {
          worker.freeze();
          write('frozen');
        },
        thaw: worker.thaw,
        kill: worker.kill,
        stop: worker.stop,
        get url() {
          return worker.url;
        },
        end() {
          worker.end();
          write('killed');
        },
      };
    },
  };

  try {
    const failures = await scenario.drill(stage);
    // Workers of `mayDie` scenarios end themselves.
    const died = scenario.mayDie ? [] : processes.flatMap((process) => process.died);
    return { failures: { ...failures, died }, notes };
  } finally {
    for (const process of processes) process.end();
    for (const end of endings) await end();
    for (const proxy of proxies) proxy.close();
    await server.crash();
    server.end?.();
  }
}
