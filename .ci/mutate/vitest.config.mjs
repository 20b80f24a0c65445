import { defineConfig } from 'vitest/config';
import projects from '../../vitest.workspace.ts';

// The core's own tests. Left out, because every mutant that survives runs all of its tests: those over sockets, which go
// through packages that import the core without mutants, and the thousands of random calls of all ports.
const ofCore = {
  include: ['packages/core/test/*/**/*.test.ts', 'tests/support/unknown-options.test.ts'],
  exclude: ['packages/core/test/{adapters/node/**,requests/**,borders/ports.property.test.ts}'],
};

// A few on WebCrypto, for the code that waits for a MAC.
const waiting = {
  include: [
    'packages/core/test/signature/verify-{signature,event}.test.ts',
    'packages/core/test/pipeline/unknown-tenant.test.ts',
  ],
};

function part(name, files) {
  const project = projects.find(({ test }) => test.name === name);
  if (!project) throw new Error(`vitest.workspace.ts has no project ${name}.`);
  return { ...project, test: { ...project.test, ...files } };
}

export default defineConfig({
  test: {
    projects: [part('toolkit', ofCore), part('core on WebCrypto', waiting)],
  },
});
