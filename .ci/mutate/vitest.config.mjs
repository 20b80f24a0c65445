import { defineConfig, mergeConfig } from 'vitest/config';
import projects from '../../vitest.workspace.ts';

// The core's own tests. Left out, because every mutant that survives runs all of its tests: those over sockets, which go
// through packages that import the core without mutants, and the thousands of random calls of all ports.
const core = projects.find(({ test }) => test.name === 'core');
const coreOnly = {
  exclude: ['test/adapters/**', 'test/borders/ports.property.test.ts', 'test/*.test.ts'],
};

// A few on WebCrypto, for the code that waits for a MAC.
const onWebCrypto = projects.find(({ test }) => test.name === 'core on WebCrypto');
const waiting = [
  'test/signature/verify-{signature,event}.test.ts',
  'test/pipeline/unknown-tenant.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      mergeConfig(core, { test: coreOnly }),
      { ...onWebCrypto, test: { ...onWebCrypto.test, include: waiting } },
    ],
  },
});
