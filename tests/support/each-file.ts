// From the module, which stays real when Vitest fakes the timers.
import { setImmediate, setTimeout } from 'node:timers';
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { ignoredState, ignoredStateOfFile, openHandles } from './kept.ts';

// In the `setupFiles` of every run, and loaded again before each test file.

// The weekly run sets FUZZ_SEED, to try new inputs.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 1) });

const { env, stdout, stderr } = process;
const compared = { console, process, performance, Date, Math, crypto, env, stdout, stderr };

/** On first use, Node replaces the getter by the loaded value. */
const LOADED_LATER = Symbol();

/** The state that a file could leave to the next files, which run in the same worker. */
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
    // Once loaded, Node's module `domain` adds its own listener to the first listener of an event.
    const others = process.rawListeners(event).filter(({ name }) => !/^domain/.test(name));
    state.set(`listeners of ${String(event)}`, others.length);
  }
  state.set('working directory', process.cwd());
  state.set('exit code', process.exitCode);
  state.set('fake timers', vi.isFakeTimers());
  return state;
}

ignoredStateOfFile.clear();
const before = stateOfWorker();
const openBefore = openHandles();

function left(): string[] {
  const after = stateOfWorker();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    return was !== LOADED_LATER && !Object.is(was, is) && !ignoredState.has(name);
  });
  const opened = [...openHandles()]
    .map(([kind, count]) => ({ kind, more: count - (openBefore.get(kind) ?? 0) }))
    .filter(({ more }) => more > 0);
  return [...changed, ...opened.map(({ kind, more }) => `${more} open ${kind}`)];
}

// `afterAll` hooks run in reverse order, so this hook runs after the hooks of the file.
afterAll(async () => {
  // Vitest only does so before each test.
  vi.restoreAllMocks().unstubAllEnvs().unstubAllGlobals();
  // Node reports a new thread in the next turn of the event loop.
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
