import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('works as the CommonJS that is published, whose libraries are ES modules', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'neutral',
    format: 'cjs',
    target: 'es2022',
  });
  const module = { exports: {} as typeof import('../src/index.js') };
  const run = new Function('require', 'module', 'exports', outputFiles[0]?.text ?? '');
  run(createRequire(import.meta.url), module, module.exports);
  const { renderTable, wrap } = module.exports;
  expect(wrap('one two', 5)).toEqual(['one', 'two']);
  expect(renderTable([['日本', 'a']], 20)).toBe('日本  a\n');
});
