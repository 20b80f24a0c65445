import { styleText } from 'node:util';
import type { Scenario, Step } from './scenario.js';

/**
 * Runs every step, one after the other, and prints a line for each.
 *
 * @returns how many came out differently than expected.
 */
export async function runScenarios<On>(
  scenarios: readonly Scenario<On>[],
  stage: On,
  print: (line: string) => void,
): Promise<number> {
  const steps = scenarios.flatMap((scenario) => scenario.steps);
  const width = Math.max(...steps.map(({ what }) => what.length));
  let differences = 0;
  for (const { title, steps } of scenarios) {
    print(`  ${styleText('bold', title)}`);
    for (const step of steps) {
      const came = await outcomeOf(step, stage);
      const right = came === step.expected;
      const tick = right ? styleText('green', '✓') : styleText('red', '✗');
      print(`  ${tick} ${step.what.padEnd(width)}  ${came}`);
      if (right) continue;
      differences += 1;
      print(styleText('red', `    expected: ${step.expected}`));
    }
    print('');
  }
  print(
    differences === 0
      ? styleText('green', `  All ${steps.length} are as the specification says.`)
      : styleText('red', `  ${differences} of ${steps.length} differ from the specification.`),
  );
  return differences;
}

async function outcomeOf<On>({ run }: Step<On>, stage: On): Promise<string> {
  try {
    return await run(stage);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
