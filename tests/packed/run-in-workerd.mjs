// Runs the suites in workerd, without nodejs_compat: `run-in-workerd.mjs <executable> <URL of the fake service>`, in the project.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { runCommand } from '../../.ci/command.mjs';
import { mustMatch, print, runSuite } from './project/runtimes/cases.mjs';
import { bundleForWorkerd, serveInWorkerd } from './workerd.mjs';

const [executable, serviceUrl] = process.argv.slice(2);
const folder = process.cwd();
const bundle = join(folder, 'worker.bundle.mjs');
const SUITE_MS = 60_000;
// Ends the wait for work that never finishes.
const FINISH_MS = 20_000;

const { stdout } = await runCommand(executable, ['--version']);
const [date, year, month, day] = /(\d{4})-(\d\d)-(\d\d)/.exec(stdout) ?? [];

const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    # By default a worker reaches public addresses only; the fake service is on this machine.
    (name = "internet", network = (allow = ["private"])),
    (name = "main", worker = (
      modules = [(name = "worker.mjs", esModule = embed "worker.bundle.mjs")],
      compatibilityDate = "${date}")),
  ],
  sockets = [(name = "main", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/** Has the worker at `origin` run a suite. */
async function inWorker(origin, suite) {
  const url = `${origin}/suites/${suite}?service=${serviceUrl}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(SUITE_MS) });
  if (!response.ok) throw new Error(`${suite}: ${await response.text()}`);
  print(await response.json());
}

/** Durable Objects and D1 need more around workerd than a configuration file: Miniflare has it. */
async function runEdgeStores() {
  // Miniflare ships an older workerd.
  process.env.MINIFLARE_WORKERD_PATH = executable;
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: readFileSync(bundle, 'utf8') }],
    modulesRoot: '/',
    // At most the date of the workerd that this Miniflare ships.
    compatibilityDate: '2026-04-01',
    durableObjects: { DEDUPE: { className: 'ScreeningDedupe', useSQLite: true } },
    d1Databases: { DB: 'screening' },
  });
  try {
    const { origin } = await miniflare.ready;
    for (const suite of ['objects', 'd1']) await inWorker(origin, suite);
  } finally {
    await miniflare.dispose();
  }
}

/** A handler slower than the ack deadline. Consecutive cases: each continues where the one before it ended. */
function slowCases(origin) {
  const of = (mount) => `${origin}/slow/${mount}`;
  const logOf = async (mount) => (await fetch(of(mount))).json();
  async function deliver(mount) {
    const type = 'document_verification.recorded';
    const created = '2026-11-20T10:00:05.000Z';
    const data = { integrationId: 'int_1', verified: false };
    const body = JSON.stringify({ id: 'evt_slow', type, created, data });
    const t = Math.floor(Date.now() / 1000);
    const mac = createHmac('sha256', 'whsec_of_the_worker').update(`${t}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'service-signature': `t=${t},v1=${mac}` };
    const response = await fetch(of(mount), { method: 'POST', headers, body });
    return [response.status, (await response.json()).outcome];
  }
  const each = (mounts, name, check) =>
    mounts.map((mount) => ({ name: `${mount}: ${name}`, run: () => check(mount) }));

  const kept = ['hono', 'fetch'];
  return [
    ...each(['forgotten', ...kept], 'answers 503 at the deadline, then 409', async (mount) => {
      mustMatch('answer', await deliver(mount), [503, 'timed_out']);
      mustMatch('retry', await deliver(mount), [409, 'in_progress']);
      const waitUntil = mount === 'forgotten' ? 0 : 1;
      mustMatch('log', await logOf(mount), { started: 1, finished: 0, waitUntil });
    }),
    ...each(kept, 'finishes its work after the answer, and runs nothing again', async (mount) => {
      await fetch(of(mount), { method: 'PUT' });
      for (const end = Date.now() + FINISH_MS; Date.now() < end; ) {
        if ((await logOf(mount)).finished > 0) break;
      }
      mustMatch('log', await logOf(mount), { started: 1, finished: 1 });
      mustMatch('retry', await deliver(mount), [200, 'duplicate']);
      mustMatch('log', await logOf(mount), { started: 1, finished: 1, waitUntil: 1 });
    }),
    // If workerd kept the work anyway, the cases above would pass without waitUntil. The event runs again after its lease.
    ...each(['forgotten'], 'workerd has dropped its work', async (mount) => {
      mustMatch('log', await logOf(mount), { started: 1, finished: 0 });
      mustMatch('retry', await deliver(mount), [409, 'in_progress']);
    }),
  ];
}

console.log(year ? `1.${year}${month}${day}` : stdout.trim());
const { sources, imports } = await bundleForWorkerd(join(folder, 'runtimes/worker.mjs'), bundle);
const bundleCase = {
  name: 'it has mac-web.ts, not mac-node.ts, and imports nothing',
  run: async () => {
    const macs = sources.map((path) => /mac-\w+\.ts$/.exec(path)?.[0]);
    mustMatch('MAC', macs.filter(Boolean), ['mac-web.ts']);
    mustMatch('imports', imports, []);
  },
};
print(await runSuite('bundle', [bundleCase]));
const server = await serveInWorkerd(executable, folder, config, ['main']);
try {
  for (const suite of ['signature', 'explain', 'fetch', 'hono', 'client']) {
    await inWorker(server.origins.main, suite);
  }
  print(await runSuite('waitUntil', slowCases(server.origins.main)));
} catch (error) {
  throw new Error(`${error.message}\n${server.output()}`);
} finally {
  server.stop();
}
await runEdgeStores();
console.log('all suites ran');
