import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// The project of the type tests compiles them against Fastify 5.
it('the type tests pass with the types of Fastify 4', () => {
  const tsc = at('../../../node_modules/typescript/bin/tsc');
  const args = [tsc, '-p', at('fastify-4.tsconfig.json'), '--listFiles'];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stdout).not.toContain('error TS');
  expect(stdout).toContain('node_modules/fastify4/fastify.d.ts');
  expect(stdout).not.toContain('node_modules/fastify/fastify.d.ts');
});
