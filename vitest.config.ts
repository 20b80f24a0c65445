import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { inner, outer } from './vitest.workspace.ts';

const isNamed = process.argv.some((word) => word.startsWith('--project'));

export default defineConfig({
  test: {
    projects: isNamed ? [...inner, ...outer] : inner,
    passWithNoTests: false,
    // The intended logs of a passing test are noise.
    silent: 'passed-only',
    // Each worker of the service compiles the database anew: a third one costs more than it gains on two cores.
    maxWorkers: availableParallelism(),
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text', 'json-summary'],
    },
  },
});
