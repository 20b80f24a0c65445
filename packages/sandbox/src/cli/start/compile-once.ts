import type { Host } from '../host.js';

/**
 * Has V8 compile the WebAssembly of this process with its fast compiler only. Call it before the first WebAssembly is loaded.
 *
 * The optimizing compiler takes a third of the CPU of a start with PGlite and leaves 90 MB of its own memory behind. Ten
 * thousand requests do not earn that back.
 */
export function compileOnce({ setEngineFlags }: Host): void {
  setEngineFlags?.('--liftoff-only');
}
