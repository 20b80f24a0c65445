/** A test case for an implementation, for any test runner: `for (const { name, run } of cases) test(name, run)`. */
export interface ContractCase {
  readonly name: string;
  /** Resolves when the implementation passes. Otherwise rejects, with a {@link ContractViolation} or its own error. */
  readonly run: () => Promise<void>;
  /** The flaws that this case detects. */
  readonly catches: readonly string[];
}

/** Thrown when an implementation does not do what a case requires. */
export class ContractViolation extends Error {
  constructor(what: string, actual: unknown, expected: unknown) {
    super(`${what}: expected ${format(expected)}, got ${format(actual)}`);
    this.name = 'ContractViolation';
  }
}

/** Compares values as JSON, so that no assertion library is needed. */
export function mustEqual(what: string, actual: unknown, expected: unknown): void {
  if (format(actual) !== format(expected)) throw new ContractViolation(what, actual, expected);
}

/** Fails unless a condition holds. */
export function mustHold(what: string, holds: boolean, actual: unknown): void {
  if (!holds) throw new ContractViolation(what, actual, 'that it holds');
}

function format(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
