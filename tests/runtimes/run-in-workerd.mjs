// Runs the suites in workerd: a worker serves them, and their results are fetched over HTTP.
import { join } from 'node:path';
import { runCommand } from '../../.ci/command.mjs';
import { d1Cases, edgeStoreCases } from './edge-store-cases.mjs';
import { mustMatch } from './project/expect.mjs';
import { runSuite } from './project/run-suite.mjs';
import { serveInMiniflare } from './serve-in-miniflare.mjs';
import { waitUntilCases } from './wait-until.mjs';
import { bundleForWorkerd, serveInWorkerd } from './workerd.mjs';

const SUITE_MS = 60_000;

const workers = { suites: 'worker.mjs', slow: 'slow-worker.mjs', edge: 'edge-worker.mjs' };

// Without nodejs_compat.
const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    # By default a worker reaches public addresses only; the service of the suite "client" is on this machine.
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
    bundles[name] = await bundleForWorkerd(
      join(project, entry),
      join(project, `${name}.bundle.mjs`),
    );
  }
  const server = await serveInWorkerd(executable, project, config, ['suites', 'slow']);
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
  yield* runEdgeStores(executable, join(project, 'edge.bundle.mjs'));
}

async function* runEdgeStores(executable, bundle) {
  const { origin, stop } = await serveInMiniflare(executable, bundle);
  try {
    yield await runSuite('objects', edgeStoreCases(origin, 'object'));
    await fetch(`${origin}/migrate`, { method: 'PUT' });
    yield await runSuite('d1', [...edgeStoreCases(origin, 'd1'), ...d1Cases(origin)]);
  } finally {
    await stop();
  }
}

/** "workerd 2026-10-23" is the package 1.20261023.*; workerd does not report the last number. */
function versionOf(stdout) {
  const [, year, month, day] = /(\d{4})-(\d\d)-(\d\d)/.exec(stdout) ?? [];
  return year ? `1.${year}${month}${day}` : stdout.trim();
}

/** Adds cases about the bundles: which MAC is in them, and that they import nothing. */
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
