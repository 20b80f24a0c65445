import type { Effort } from '../../measure/effort.js';
import { runProgram } from '../../measure/program.js';
import type { Row } from '../../measure/row.js';
import { againstGoal } from './against-goal.js';

const MOST_MS_OF_RESET = 20;
// Twenty a second.
const MOST_MS_OF_TEST = 50;

/** The output of `shared-program.ts`, in milliseconds. */
type Shared = Readonly<Record<'resets' | 'tests', readonly number[]>>;

/** `reset()` of a used sandbox, and tests that share one. */
export async function sharedRows(effort: Effort): Promise<readonly Row[]> {
  const output = await runProgram(new URL('shared-program.ts', import.meta.url), { effort });
  const { resets, tests }: Shared = JSON.parse(output);
  const reset = { contest: 'reset of a used sandbox', unit: 'ms', most: MOST_MS_OF_RESET };
  const test = { contest: 'a test with a shared sandbox', unit: 'ms', most: MOST_MS_OF_TEST };
  return [
    againstGoal({ ...reset, name: 'median' }, resets),
    againstGoal({ ...reset, name: '95th percentile', share: 0.95 }, resets),
    againstGoal({ ...test, name: 'reset, order, advance, assert' }, tests),
  ];
}
