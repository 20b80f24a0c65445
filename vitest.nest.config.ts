import { defineConfig, defineProject, type Plugin } from 'vitest/config';
import { at, conditions, everyRun, fromSource } from './vitest.from-source.ts';

// `npm run test:nest`: the module of packages/nestjs on each version of Nest that it supports, on Express and on Fastify.

/** Resolves Nest from a folder, which has its version in its package.json. */
const nestOf = (folder: string): Plugin => ({
  name: 'nest-of-a-folder',
  enforce: 'pre',
  resolveId(source) {
    if (!source.startsWith('@nestjs/')) return undefined;
    return this.resolve(source, `${folder}/package.json`, { skipSelf: true });
  },
});

const on = (version: number, folder: string) =>
  defineProject({
    ssr: fromSource.ssr,
    resolve: { conditions },
    plugins: [nestOf(folder)],
    test: {
      ...everyRun,
      name: `Nest ${version}`,
      env: { NEST: String(version) },
      include: ['packages/nestjs/{test,test-versions}/**/*.test.ts'],
      // Only end a hang.
      testTimeout: 900_000,
      hookTimeout: 900_000,
      expect: { poll: { timeout: 60_000 } },
    },
  });

export default defineConfig({
  test: {
    projects: [
      on(10, at('tests/nest-10')),
      on(11, at('tests/nest-11')),
      on(12, at('packages/nestjs')),
    ],
    silent: 'passed-only',
  },
});
