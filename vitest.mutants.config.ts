import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { everyRun, fromSource } from './vitest.from-source.ts';

// `npm run mutate:prove`: every check of `prove` against every flawed receiver, which shows what the checks find.

export default defineConfig({
  ...fromSource,
  test: {
    ...everyRun,
    include: ['packages/cli/test-mutants/*.test.ts'],
    maxWorkers: availableParallelism(),
    // Only ends a hang.
    testTimeout: 900_000,
  },
});
