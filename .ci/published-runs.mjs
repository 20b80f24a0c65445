// Runs both commands, and calls the service that one of them starts. Everything is bundled from source.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { SmartRouter } from 'hono/router/smart-router';
import { databaseTemplate } from './database-template.mjs';
import { importBundle } from './import-source.mjs';
import { root } from './packages.mjs';

const sources = `
export { signBody } from './core/src/index.ts';
export { listener } from './core/src/adapters/node/index.ts';
export { toAck } from './core/src/outcome/ack.ts';
export { statusByRejection } from './core/src/outcome/rejection.ts';
export { createCli } from './cli/src/program.ts';
export { run as runCli } from './cli/src/run.ts';
export { createSandboxProgram } from './sandbox/src/cli/program.ts';
export { run as runSandbox } from './sandbox/src/cli/run.ts';
export { describeApi } from './sandbox/src/service/operations.ts';
export { exitCodes, recordingTerminal } from './terminal/src/index.ts';`;

/** Bundles the functions that the collectors call, and calls `use` with them. @returns the result of `use`. */
export function fromSources(use) {
  const stdin = { contents: sources, resolveDir: join(root, 'packages'), loader: 'ts' };
  // The error contains everything that esbuild would log.
  const input = { stdin, plugins: [othersAreExternal], logLevel: 'silent' };
  // In the package with the most dependencies.
  return importBundle(join(root, 'packages/sandbox'), input, use);
}

const othersAreExternal = {
  name: 'packages of others are external',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./#]/ }, ({ path }) => {
      if (!/^@?screening-webhooks/.test(path)) return { external: true };
    });
  },
};

const SECRET = 'whsec_published';
const TYPE = 'document_verification.completed';
// Their keys are data: labels, headers, fields of an event.
const OPEN = /(^|\.)(answers|byKind|data|headers|requestHeaders|responseHeaders|match|params)$/;

/** Adds the keys of a value of JSON: `a.b[].c`. */
function addKeys(value, path, found) {
  if (typeof value !== 'object' || value === null) {
    // `null`, where another line may have an object.
    found[path] ??= 'value';
    return;
  }
  if (path !== '') found[path] = Array.isArray(value) ? 'list' : 'object';
  if (OPEN.test(path)) return;
  for (const [key, each] of Object.entries(value)) {
    const name = Array.isArray(value) ? `${path}[]` : `${path}.${key}`;
    addKeys(each, name.replace(/^\./, ''), found);
  }
}

/** The value of a JSON text, or the values of its lines. */
function readJson(text) {
  try {
    return [JSON.parse(text)];
  } catch {
    return (text.match(/.+/g) ?? []).map((line) => JSON.parse(line));
  }
}

/**
 * Lets `act` run lines of a command. The others are compared even if a line fails.
 *
 * @returns `exits`, the exit code of each line; `keys`, the keys that each has printed with `--json`; `problems`, failed lines.
 */
async function runLines(run, host, { recordingTerminal }, act) {
  const exits = {};
  const keys = {};
  const problems = [];
  /** Records the end of a line. @returns the values that it has printed, if it had `--json`. */
  const note = (name, args, terminal) => {
    const { out, err, exit } = terminal.printed();
    const [command, special] = name.split(': ');
    exits[name] = exit;
    // Only a line with a special case in its name may fail.
    if (special === undefined && (exit !== 0 || out === '')) {
      problems.push(`${name} has ended with ${exit}: ${err}`);
    }
    if (!args.includes('--json')) return [];
    keys[command] ??= {};
    const values = readJson(out);
    for (const value of values) addKeys(value, '', keys[command]);
    return values;
  };
  const line = {
    /** Runs a line to its end. @param name The command, and after a colon its special case. */
    async run(name, args = [], terminal = recordingTerminal()) {
      await run([...name.split(': ')[0].split(' '), ...args], terminal, host);
      return note(name, args, terminal);
    },
    /** Runs a line with `--json`. @returns the values that it has printed. */
    json(name, ...args) {
      return this.run(name, [...args, '--json']);
    },
    /** Runs a line with `--json` until `act` has ended, which gets the first value that it prints. */
    async during(name, args, act) {
      const terminal = recordingTerminal();
      const running = run([name, ...args, '--json'], terminal, host);
      await Promise.race([terminal.untilPrinted('\n'), running]);
      const [first] = readJson(terminal.printed().out);
      try {
        await act(first, terminal);
      } finally {
        terminal.interrupt();
        await running;
      }
      note(name, ['--json'], terminal);
    },
  };
  try {
    await act(line);
  } catch (error) {
    problems.push(error.stack);
  }
  return { exits, keys, problems };
}

/** Runs `work` with the URL of a receiver. */
async function withReceiver({ listener }, work) {
  const options = { secret: SECRET, handlers: { '*': () => {} }, observe: false };
  const server = createServer(listener(options, { path: '/hooks' })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await work(`http://127.0.0.1:${server.address().port}/hooks`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Runs the lines of `screening-webhooks`, and calls a receiver. @returns the result of {@link runLines}, and `pages`. */
export function runCli(source, folder) {
  const { recordingTerminal, signBody } = source;
  let ids = 0;
  const host = {
    env: { SCREENING_SECRET: SECRET },
    now: Date.now,
    sleep: (ms, signal) => wait(ms, undefined, { signal, ref: false }).catch(() => {}),
    newEventId: () => `evt_${++ids}`,
    readInput: async () => new Uint8Array(),
    ask: undefined,
    runProgram: async () => true,
  };
  const file = join(folder, 'deliveries.jsonl');
  const act = async (line, url) => {
    const to = ['--to', url];
    await line.run('init', [folder]);
    await line.json('trigger', TYPE, ...to);
    await line.json('trigger: not acked', TYPE, ...to, '--secret', 'whsec_other');
    await line.json('trigger: no answer', TYPE, '--to', 'http://127.0.0.1:1/hooks');
    await line.run('trigger: unknown option', [TYPE, ...to, '--unknown']);
    await line.run('trigger: no receiver named', [TYPE]);
    const interrupted = recordingTerminal();
    interrupted.interrupt();
    await line.run('trigger: interrupted', [TYPE, ...to], interrupted);
    const proxy = ['--port', '0', '--out', file, '--forward-to', url];
    await line.during('capture', proxy, ({ listening }) =>
      line.json('trigger', TYPE, '--to', `${listening}/hooks`),
    );
    await line.json('replay', file, ...to);
    await line.json('verify', '--capture', file, '--secret', `hiring=${SECRET}`);
    const signed = ['--body', '{}', '--header', await signBody('{}', { secret: SECRET })];
    await line.json('verify: valid', ...signed);
    await line.json('verify: not valid', ...signed, '--secret', 'whsec_other');
    await line.json('verify: other body', ...signed.with(1, '{ }'));
    await line.json('prove', url, '--only', 'events', '--seed', 'published');
    await line.json('prove: no answer', 'http://127.0.0.1:1/hooks', '--only', 'events');
    await line.run('init: unknown project', [folder]);
  };
  return withReceiver(source, async (url) => ({
    ...(await runLines(source.runCli, host, source, (line) => act(line, url))),
    pages: { 'GET of a receiver': (await fetch(url)).status },
  }));
}

/** Runs the lines of `screening-sandbox`, and calls its service. @returns the result of {@link runLines}, and `pages`. */
export function runSandbox(source, folder) {
  const host = {
    env: {},
    servicesFolder: join(folder, 'services'),
    userId: process.getuid?.(),
    setEngineFlags: setFlagsFromString,
  };
  const pages = {};
  const act = async (line, url) => {
    const first = async (...args) => (await line.json(...args))[0];
    const paths = recordRoutes();
    await line.run('deliveries list: no service');
    await line.run('start: unknown option', ['--unknown']);
    const start = ['--port', '0', '--frozen', '--seed', 'none', '--forward-to', url];
    await line.during('start', start, async (service) => {
      await askEach(paths, service.url, pages);
      const [endpoint] = service.endpoints;
      await line.json('dashboard');
      const { events } = await first('trigger', TYPE);
      await line.json('trigger', TYPE, '--via', 'api');
      await line.json('clock settle');
      const [id] = events[0].deliveryIds;
      await line.json('deliveries list');
      // Its receiver has another secret, so the attempt has an error.
      await line.json('deliveries get', id);
      await line.json('deliveries wait', '--type', TYPE);
      await line.run('deliveries wait: no match', ['--status', 'held', '--timeout', '0.01']);
      await line.run('deliveries get: refused', ['dlv_unknown']);
      await line.json('events list');
      await line.json('events get', events[0].id);
      await line.json('clock drain');
      await line.json('deliveries replay', id);
      await line.json('endpoints list');
      const created = await first('endpoints create', url);
      for (const action of ['pause', 'resume', 'test', 'recover']) {
        await line.json(`endpoints ${action}`, endpoint.id);
      }
      await line.json('endpoints delete', created.id);
      await line.json('secret show', endpoint.id);
      await line.json('secret roll', endpoint.id);
      const fault = await first('fault add', 'http_500');
      await line.json('fault list');
      await line.json('fault remove', fault.id);
      await line.json('fault remove', '--all');
      await line.json('fault kinds');
      await line.json('snapshot save', 'published');
      await line.json('snapshot list');
      await line.json('snapshot restore', 'published');
      await line.json('snapshot delete', 'published');
      const moves = { now: [], next: [], advance: ['1s'], to: ['2100-01-01T00:00:00Z'] };
      for (const [move, args] of Object.entries(moves)) await line.json(`clock ${move}`, ...args);
      await line.during('listen', ['--forward-to', url], async (_opening, terminal) => {
        await line.json('trigger', TYPE);
        await line.json('clock settle');
        // The command may have failed, and then prints no more lines.
        await Promise.race([terminal.untilPrinted('\n{'), wait(20_000, undefined, { ref: false })]);
      });
      await line.json('clock run');
      await line.json('clock freeze');
      await line.json('clock release');
      await line.json('reset');
    });
  };
  return withReceiver(source, async (url) => {
    await prepareFiles(folder);
    return {
      ...(await runLines(source.runSandbox, host, source, (line) => act(line, url))),
      pages,
    };
  });
}

/** Creates stand-ins for built files, so that a status does not depend on a previous build. */
async function prepareFiles(folder) {
  mkdirSync(join(folder, 'pages'));
  for (const name of ['index.html', 'pages/index.html', 'style.css']) {
    writeFileSync(join(folder, name), '');
  }
  process.env.SCREENING_SANDBOX_DASHBOARD = folder;
  process.env.SCREENING_SANDBOX_CHECK_PAGE = folder;
  process.env.SCREENING_SANDBOX_TEMPLATE = await databaseTemplate();
}

/** Records the paths that every app has for GET, from now on. */
function recordRoutes() {
  const paths = new Set();
  const { add } = SmartRouter.prototype;
  SmartRouter.prototype.add = function (method, path, handler) {
    if (method === 'GET' || method === 'ALL') paths.add(path);
    return add.call(this, method, path, handler);
  };
  return paths;
}

/** Records the status of each path, without a session, a key or a token. */
async function askEach(paths, origin, pages) {
  for (const path of ['/', ...paths]) {
    const asked = path.replaceAll(/:\w+/g, 'x').replaceAll('*', 'x');
    const answer = await fetch(origin + asked, { redirect: 'manual' });
    await answer.body?.cancel();
    pages[`GET ${path}`] = answer.status;
  }
}
