// Of the module, which stays the real one when Vitest fakes the timers.
import { setImmediate, setTimeout } from 'node:timers';
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { openHandles, uncompared, uncomparedOfFile } from './kept.ts';

// A `setupFiles` of every run. It is loaded anew before each test file.

// The weekly run sets FUZZ_SEED, to try what no run before has tried.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 1) });

const { env, stdout, stderr } = process;
const compared = { console, process, performance, Date, Math, crypto, env, stdout, stderr };

/** Node replaces a getter by what it loads on first use. */
const LOADED_LATER = Symbol();

/** What a file may leave to the next ones, which run in the same worker. */
function stateOfWorker(): Map<string, unknown> {
  const state = new Map<string, unknown>();
  for (const [name, object] of [['', globalThis], ...Object.entries(compared)] as const) {
    for (const key of Object.getOwnPropertyNames(object)) {
      // Internals of Node and of Vitest.
      if (key.startsWith('_')) continue;
      const { get, value } = Reflect.getOwnPropertyDescriptor(object, key) ?? {};
      state.set(name === '' ? key : `${name}.${key}`, get ? LOADED_LATER : value);
    }
  }
  for (const event of process.eventNames()) {
    // The module `domain` of Node, once loaded, adds one of its own to the first that another adds.
    const others = process.rawListeners(event).filter(({ name }) => !/^domain/.test(name));
    state.set(`listeners of ${String(event)}`, others.length);
  }
  state.set('working directory', process.cwd());
  state.set('exit code', process.exitCode);
  state.set('fake timers', vi.isFakeTimers());
  return state;
}

uncomparedOfFile.clear();
const before = stateOfWorker();
const openBefore = openHandles();

function left(): string[] {
  const after = stateOfWorker();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    return was !== LOADED_LATER && !Object.is(was, is) && !uncompared.has(name);
  });
  const opened = [...openHandles()]
    .map(([kind, count]) => ({ kind, more: count - (openBefore.get(kind) ?? 0) }))
    .filter(({ more }) => more > 0);
  return [...changed, ...opened.map(({ kind, more }) => `${more} open ${kind}`)];
}

// Hooks of the end run in reverse order, so this one comes after those of the file.
afterAll(async () => {
  // Vitest does so before each test only.
  vi.restoreAllMocks().unstubAllEnvs().unstubAllGlobals();
  // Node tells of a new thread in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  // A handle may need a moment to close.
  let all = left();
  for (let tries = 0; tries < 2000 && all.length > 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    all = left();
  }
  vi.useRealTimers();
  if (all.length > 0) throw new Error(`This file leaves to the next ones: ${all.join(', ')}.`);
});
