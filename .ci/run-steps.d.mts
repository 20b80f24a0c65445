import type { Part } from './count-report.mjs';

/** A step of `.ci/run`, as steps.mjs describes it. */
export interface Step {
  readonly name: string;
  readonly command: readonly string[];
  readonly report?: 'files' | 'scenarios';
  readonly parts?: readonly string[];
  readonly required?: boolean;
}

export function runSteps(steps: readonly Step[]): Promise<{
  readonly results: readonly { readonly name: string; readonly parts: readonly Part[] }[];
  readonly flaky: readonly { readonly name: string; readonly failure: string }[];
}>;
