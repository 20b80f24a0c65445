// workerd runs bundles, not programs: it serves them, and their results are fetched from them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { runCommand } from '../command.mjs';
import { mustMatch } from './project/expect.mjs';
import { runSuite } from './project/run-suite.mjs';
import { waitUntilCases } from './wait-until.mjs';

const START_MS = 10_000;
const SUITE_MS = 60_000;

const workers = { suites: 'worker.mjs', slow: 'slow-worker.mjs' };

// No nodejs_compat: the compatibility date alone.
const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    # By default a worker reaches public addresses only, and the service of the suite "client" is on this machine.
    (name = "internet", network = (allow = ["private"])),
    (name = "suites", worker = (
      modules = [(name = "worker.mjs", esModule = embed "suites.bundle.mjs")],
      compatibilityDate = "2026-10-01")),
    (name = "slow", worker = (
      modules = [(name = "worker.mjs", esModule = embed "slow.bundle.mjs")],
      compatibilityDate = "2026-10-01")),
  ],
  sockets = [
    (name = "suites", address = "127.0.0.1:0", http = (), service = "suites"),
    (name = "slow", address = "127.0.0.1:0", http = (), service = "slow"),
  ],
);
`;

/** Yields the version, then the result of each suite. */
export async function* runInWorkerd(executable, project, serviceUrl) {
  const { stdout } = await runCommand(executable, ['--version'], { cwd: project });
  yield { version: versionOf(stdout) };

  const bundles = {};
  for (const [name, entry] of Object.entries(workers)) {
    bundles[name] = await bundle(join(project, entry), join(project, `${name}.bundle.mjs`));
  }
  writeFileSync(join(project, 'workerd.capnp'), config);

  const server = await serve(executable, project);
  try {
    for (const suite of ['signature', 'explain', 'store', 'fetch', 'hono', 'client']) {
      const url = `${server.origins.suites}/${suite}?service=${serviceUrl}`;
      const response = await fetch(url, { signal: AbortSignal.timeout(SUITE_MS) });
      if (!response.ok) throw new Error(`${suite}: ${await response.text()}\n${server.output()}`);
      const result = await response.json();
      yield suite === 'signature' ? withBundleCases(result, bundles) : result;
    }
    yield await runSuite('waitUntil', waitUntilCases(server.origins.slow));
  } catch (error) {
    throw new Error(`${error.message}\n${server.output()}`);
  } finally {
    server.stop();
  }
}

/** "workerd 2026-10-23" is the package 1.20261023.*; the rest of its version, it does not know. */
function versionOf(stdout) {
  const [, year, month, day] = /(\d{4})-(\d\d)-(\d\d)/.exec(stdout) ?? [];
  return year ? `1.${year}${month}${day}` : stdout.trim();
}

async function bundle(entry, outfile) {
  const { metafile, outputFiles } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    conditions: ['workerd', 'worker', 'import'],
    // Left in, so that a bundle that needs them is reported by name.
    external: ['node:*'],
    metafile: true,
    // Ours are bundles already: their source maps tell what is in them.
    sourcemap: 'external',
    write: false,
    logLevel: 'silent',
  });
  const [map, code] = outputFiles;
  writeFileSync(outfile, code.contents);
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return { sources: JSON.parse(map.text).sources, imports: imports.map(({ path }) => path) };
}

/** What the bundles say of the MAC, beside what the worker has found out by itself. */
async function withBundleCases(result, bundles) {
  const cases = Object.entries(bundles).map(([name, { sources, imports }]) => ({
    name: `the bundle of ${workers[name]} has mac-web.ts, not mac-node.ts, and imports nothing`,
    run: async () => {
      const macs = sources.map((path) => /mac-\w+\.ts$/.exec(path)?.[0]);
      mustMatch('MAC', macs.filter(Boolean), ['mac-web.ts']);
      mustMatch('imports', imports, []);
    },
  }));
  const found = await runSuite('signature', cases);
  return {
    ...result,
    total: result.total + found.total,
    failures: [...result.failures, ...found.failures],
  };
}

/** Starts workerd on free ports, which it tells on the descriptor that --control-fd names. */
async function serve(executable, project) {
  const child = spawn(executable, ['serve', 'workerd.capnp', '--control-fd=3'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const stop = () => child.kill();
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`workerd ended (${code}) before it listened:\n${output}`);
  });
  const late = AbortSignal.timeout(START_MS);
  const tooLate = once(late, 'abort').then(() => {
    throw new Error(`workerd did not listen within ${START_MS / 1000} s:\n${output}`);
  });
  // Once it listens, nobody waits for these any more.
  failed.catch(() => {});
  tooLate.catch(() => {});
  try {
    const origins = await Promise.race([originsFrom(child.stdio[3]), failed, tooLate]);
    return { origins, stop, output: () => output };
  } catch (error) {
    stop();
    throw error;
  }
}

async function originsFrom(control) {
  const origins = {};
  for await (const line of createInterface({ input: control })) {
    const { event, socket, port } = JSON.parse(line);
    if (event === 'listen') origins[socket] = `http://127.0.0.1:${port}`;
    if (Object.keys(workers).every((name) => origins[name])) return origins;
  }
  // Its end is told by the exit of the process.
  return new Promise(() => {});
}
