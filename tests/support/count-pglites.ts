import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';
import { pglitesFile } from './few-pglites.ts';

// A `setupFiles` of `npm test`: names the file that opens a PGlite.

const WATCHED = Symbol.for('PGlites are counted');

function note(instantiated: unknown): void {
  const instance: unknown = Reflect.get(Object(instantiated), 'instance') ?? instantiated;
  if (!(instance instanceof WebAssembly.Instance) || !('pgl_exit' in instance.exports)) return;
  appendFileSync(pglitesFile(), `${expect.getState().testPath}\n`);
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
