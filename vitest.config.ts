import { defineConfig } from 'vitest/config';
import projects from './vitest.workspace.ts';

export default defineConfig({
  test: {
    projects,
    passWithNoTests: false,
    // Vitest leaves one core unused by default. Most tests wait for a socket, a child process or a database.
    maxWorkers: '100%',
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.ts'],
      reporter: ['text', 'json-summary'],
    },
  },
});
