import { execFileSync } from 'node:child_process';
import type { Row } from '../measure/row.js';
import { median } from '../measure/statistics.js';

const ROUNDS = 15;
const BUDGET_OF_SVIX = 0.25;

/** Milliseconds of `import()` in a new process, beside peers: the ratio is svix's time to theirs. */
export function coldStartSubject(): readonly Row[] {
  const modules = ['svix', '@screening-webhooks/core', 'stripe', 'node:crypto'];
  const times = new Map<string, number[]>(modules.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of modules) times.get(name)?.push(importTime(name));
  }
  const svix = times.get('svix') ?? [];
  return modules.map((name) => {
    const own = times.get(name) ?? [];
    const ratio = median(own.map((time, round) => (svix[round] ?? Number.NaN) / time));
    const row = { subject: 'import, beside svix', name, micros: median(own) * 1000, ratio };
    return name === '@screening-webhooks/core' ? { ...row, budget: 1 / BUDGET_OF_SVIX } : row;
  });
}

function importTime(name: string): number {
  const program = `const start = performance.now(); await import('${name}'); console.log(performance.now() - start);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  return Number(output);
}
