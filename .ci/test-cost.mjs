// Prints the CPU seconds of `npm test`, user and system, of all its processes. Machines differ, so it also prints the ratio to a
// fixed piece of work: node .ci/test-cost.mjs [arguments of vitest]
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { spawnTimed } from './cpu-time.mjs';
import { root } from './packages.mjs';

const WORK_ROUNDS = 600_000;

/** Runs a fixed piece of work that is like a test's: objects, JSON, maps, hashes. @returns its CPU seconds. */
function calibrate() {
  const before = process.cpuUsage();
  const seen = new Map();
  for (let round = 0; round < WORK_ROUNDS; round += 1) {
    const text = JSON.stringify({ id: round, tags: ['a', 'b', String(round % 97)] });
    const digest = createHash('sha256').update(text).digest('hex');
    seen.set(digest.slice(0, 4), JSON.parse(text));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

const before = calibrate();
const { child, cpuTime } = spawnTimed(['npm', 'test', '--', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
});
const [code] = await once(child, 'close');
const { user, system } = cpuTime();
const after = calibrate();

const total = user + system;
const work = (before + after) / 2;
const inSeconds = (seconds) => `${seconds.toFixed(1)} s`;
console.log(`
CPU time of npm test   ${inSeconds(total)} (user ${inSeconds(user)}, system ${inSeconds(system)})
calibration            ${before.toFixed(2)} s before, ${after.toFixed(2)} s after
ratio                  ${(total / work).toFixed(0)}`);
process.exitCode = code;
