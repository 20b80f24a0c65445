import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { runFolder } from './run-folder.ts';

// A `setupFiles` of `npm test`. Opening a PGlite takes half a second of CPU time, so tests borrow the instances of their worker.

/**
 * How many a run may open: twelve where a test needs a new one, and what its workers keep. A worker keeps as many as a file that
 * it ran has borrowed at once, two or three of each kind: which worker runs which file differs from run to run.
 */
const MOST = 12 + 8 * availableParallelism();

const WATCHED = Symbol.for('PGlites are counted');
/** A line for each: the file that has opened it. */
const list = join(runFolder(), 'pglites');

function note(instantiated: WebAssembly.WebAssemblyInstantiatedSource | WebAssembly.Instance) {
  const { exports } = 'instance' in instantiated ? instantiated.instance : instantiated;
  if ('pgl_exit' in exports) appendFileSync(list, `${expect.getState().testPath}\n`);
}

if (!Reflect.has(WebAssembly, WATCHED)) {
  Reflect.set(WebAssembly, WATCHED, true);
  WebAssembly.instantiate = new Proxy(WebAssembly.instantiate, {
    apply(instantiate, self, given) {
      const instantiated = Reflect.apply(instantiate, self, given);
      instantiated.then(note, () => {});
      return instantiated;
    },
  });
}

// A failure during the opening itself would make PGlite wait forever.
afterAll(() => {
  const files = existsSync(list) ? readFileSync(list, 'utf8').trimEnd() : '';
  if (files.split('\n').length <= MOST) return;
  throw new Error(
    `The tests have opened more than ${MOST} PGlites. Borrow one. They were opened by\n${files}`,
  );
});
