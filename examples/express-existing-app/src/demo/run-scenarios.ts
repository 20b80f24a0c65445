import type { Answer, TimedAnswer } from './answer.js';
import type { Scenario, Step } from './scenario.js';

/** A step that was run. */
export interface Row {
  readonly what: string;
  readonly status: string;
  readonly says: string;
  /** Milliseconds until the last copy was answered. */
  readonly ms: number;
  /** What the answer should have been, in words. Undefined: it was. */
  readonly expected?: string;
}

/** A scenario that was run. */
export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

// Spec section 6, rule 6: the service ignores an answer that comes later.
const SENDER_WAITS = 15_000;

/** Runs scenarios, one step after the other, against the app at this address, and checks the answers. */
export async function runScenarios(
  scenarios: readonly Scenario[],
  url: string,
  idle: () => Promise<void>,
): Promise<readonly Section[]> {
  const sections: Section[] = [];
  for (const { title, steps } of scenarios) {
    const rows: Row[] = [];
    for (const step of steps) {
      if (step.whenIdle) await idle();
      const copies = Array.from({ length: step.copies ?? 1 }, () => step.send(url));
      rows.push(check(step, await Promise.all(copies)));
    }
    sections.push({ title, rows });
  }
  return sections;
}

function check(step: Step, answers: readonly TimedAnswer[]): Row {
  const row: Row = {
    what: step.what,
    status: [...new Set(answers.map(({ status }) => status))].sort().join(' '),
    says: summary(answers.map(({ says }) => says)),
    ms: Math.max(...answers.map(({ ms }) => ms)),
  };
  return isAsExpected(step, answers) ? row : { ...row, expected: inWords(step) };
}

function isAsExpected({ expect, others = [] }: Step, answers: readonly TimedAnswer[]): boolean {
  const different = answers.filter((answer) => !isEqual(answer, expect));
  return (
    different.length === answers.length - 1 &&
    different.every((answer) => others.some((other) => isEqual(answer, other))) &&
    answers.every(({ ms }) => ms < SENDER_WAITS)
  );
}

function isEqual(a: Answer, b: Answer): boolean {
  return a.status === b.status && a.says === b.says;
}

// `processed`; for several answers: `1 × processed, 7 × in_progress`.
function summary(said: readonly string[]): string {
  const [only] = said;
  if (only !== undefined && said.length === 1) return only;
  const kinds = [...new Set(said)].sort((a, b) => times(a) - times(b));
  return kinds.map((kind) => `${times(kind)} × ${kind}`).join(', ');

  function times(kind: string): number {
    return said.filter((one) => one === kind).length;
  }
}

function inWords({ expect, others = [] }: Step): string {
  const [one, ...rest] = [expect, ...others].map(({ status, says }) => `${status} ${says}`);
  return rest.length === 0 ? `${one}` : `once ${one}, else ${rest.join(' or ')}`;
}
