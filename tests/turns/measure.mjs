// Preloaded into the process of the service (`--import`): measures the turns of its event loop in CPU time of the main thread, so
// that a busy machine does not matter. Linux only: `schedstat` has the nanoseconds of a thread on a CPU, some 4 ms late.
import { createHash } from 'node:crypto';
import { openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// Shorter turns are not examined.
const BUSY_MS = 5;
const PAUSE_MS = 1;
const HASHED = Buffer.alloc(1024 * 1024);

/** A reader of the CPU milliseconds of the thread. */
function cpuClock() {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`);
  const text = Buffer.alloc(64);
  return () => Number.parseInt(text.latin1Slice(0, readSync(file, text, 0, 64, 0)), 10) / 1e6;
}

/**
 * Keeps the longest turn. An immediate runs once per turn, so two of them enclose a whole turn. While all turns are short, a
 * timer starts each immediate: a loop that never sleeps would occupy a core.
 */
function watchTurns(cpu) {
  let last = cpu();
  let longest = { ms: 0, from: 0, to: 0 };
  let lastAt = process.hrtime.bigint();

  function look() {
    const [now, at] = [cpu(), process.hrtime.bigint()];
    const ms = now - last;
    if (ms > longest.ms) longest = { ms, from: Number(lastAt / 1000n), to: Number(at / 1000n) };
    [last, lastAt] = [now, at];
    return ms;
  }
  function onImmediate() {
    if (look() >= BUSY_MS) setImmediate(onImmediate).unref();
    else setTimeout(onTimer, PAUSE_MS).unref();
  }
  function onTimer() {
    // The work since the last immediate was a separate turn.
    look();
    setImmediate(onImmediate).unref();
  }
  onTimer();
  return {
    start() {
      look();
      longest = { ms: 0, from: 0, to: 0 };
    },
    end() {
      look();
      return longest;
    },
  };
}

/** CPU milliseconds to hash 100 MB: the yardstick of the machine. */
function hash100MB(cpu) {
  const before = cpu();
  const hash = createHash('sha256');
  for (let times = 0; times < 100; times += 1) hash.update(HASHED);
  hash.digest();
  return cpu() - before;
}

/** Records the longest statement of PGlite, and the database itself, so that rows can be created with SQL. */
async function watchDatabase(cpu) {
  const path = createRequire(process.argv[1]).resolve('@electric-sql/pglite');
  const { PGlite } = await import(pathToFileURL(path.replace(/\.cjs$/, '.js')).href);
  const run = PGlite.prototype.execProtocolRawSync;
  const names = new Map();
  const found = { pglite: undefined, longest: { ms: 0, text: '' } };
  PGlite.prototype.execProtocolRawSync = function (message) {
    found.pglite = this;
    const text = statementIn(message, names);
    const before = cpu();
    try {
      return run.call(this, message);
    } finally {
      const ms = cpu() - before;
      if (ms > found.longest.ms) found.longest = { ms, text };
    }
  };
  return found;
}

/** Runs statements with the service's own driver. */
async function runOnServer(text) {
  const { Client } = createRequire(process.argv[1])('pg');
  const client = new Client({ connectionString: process.env.SCREENING_DATABASE_URL });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** The text of the statement in messages of PostgreSQL's protocol. @param names Filled with the statements that have a name. */
function statementIn(message, names) {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  let found = '';
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    const kind = String.fromCharCode(bytes[at]);
    const next = (from) => {
      const end = bytes.indexOf(0, from);
      return [bytes.toString('latin1', from, Math.min(end, from + 4000)), end + 1];
    };
    if (kind === 'Q') [found] = next(at + 5);
    if (kind === 'P') {
      const [name, query] = next(at + 5);
      [found] = next(query);
      names.set(name, found);
    }
    if (kind === 'B') {
      const [, statement] = next(at + 5);
      found = names.get(next(statement)[0]) ?? '?';
    }
  }
  return found;
}

/** Starts a CPU profile. @returns a function that ends it, and names the functions of the service that the turn was in. */
async function startProfile() {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 1000 });
  await session.post('Profiler.start');
  return async ({ from, to }) => {
    const { profile } = await session.post('Profiler.stop');
    session.disconnect();
    const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
    for (const node of profile.nodes) {
      for (const child of node.children ?? []) nodes.get(child).parent = node;
    }
    const own = new Map();
    let at = profile.startTime;
    for (const [index, id] of profile.samples.entries()) {
      const delta = profile.timeDeltas[index];
      at += delta;
      if (at < from || at > to) continue;
      for (const key of keysOf(nodes.get(id))) own.set(key, (own.get(key) ?? 0) + delta / 1000);
    }
    return [...own].sort(([, a], [, b]) => b - a).slice(0, 8);
  };
}

/** The function of a sample, and its two nearest callers in the service. */
function keysOf(sample) {
  const keys = [];
  for (let node = sample; node && keys.length < 3; node = node.parent) {
    const { functionName, url, lineNumber } = node.callFrame;
    const file = url.replace(/^.*\/(packages|node_modules)\//, '');
    const key = `${functionName || '(anonymous)'} ${file}:${lineNumber + 1}`;
    if ((node === sample || url.includes('/sandbox/dist/')) && !keys.includes(key)) keys.push(key);
  }
  return keys;
}

async function serve() {
  const cpu = cpuClock();
  const turns = watchTurns(cpu);
  const database = await watchDatabase(cpu);
  let endProfile;
  const handlers = {
    ping: () => cpu(),
    hash: () => hash100MB(cpu),
    async start({ why }) {
      database.longest = { ms: 0, text: '' };
      endProfile = why ? await startProfile() : undefined;
      turns.start();
    },
    async end() {
      const turn = turns.end();
      return { turn, statement: database.longest, why: await endProfile?.(turn) };
    },
    sql: async ({ text }) => {
      const results = await (database.pglite ? database.pglite.exec(text) : runOnServer(text));
      return [results].flat().at(-1)?.rows;
    },
  };
  process.on('message', async ({ id, name, ...rest }) => {
    try {
      process.send({ id, result: await handlers[name](rest) });
    } catch (error) {
      process.send({ id, error: String(error.stack) });
    }
  });
  process.channel.unref();
}

if (isMainThread && process.send) await serve();
