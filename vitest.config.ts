import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { inner, outer } from './vitest.workspace.ts';

const isNamed = process.argv.some((word) => word.startsWith('--project'));

export default defineConfig({
  test: {
    projects: isNamed ? [...inner, ...outer] : inner,
    passWithNoTests: false,
    // What a passing test logs on purpose is noise.
    silent: 'passed-only',
    // Many tests wait for a socket, a child process or a database: on two cores, a third worker uses what two leave.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text', 'json-summary'],
    },
  },
});
