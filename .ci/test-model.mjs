// npm run test:model -- --seed 7 --runs 1000: random lives of deliveries, beyond the fixed ones of `npm test`.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from './packages.mjs';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, runs: { type: 'string', default: '500' } },
});

const { status } = spawnSync('npx', ['vitest', 'run', 'packages/sandbox/test/model'], {
  cwd: root,
  env: { ...process.env, MODEL_SEED: values.seed, MODEL_RUNS: values.runs },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
