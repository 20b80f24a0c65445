/** One thing that an implementation must do. Give it to any test runner: `for (const { name, run } of cases) test(name, run)`. */
export interface ContractCase {
  readonly name: string;
  /** Resolves when the implementation does it, rejects with what it did instead. */
  readonly run: () => Promise<void>;
  /** The flaws that this case is there to catch. */
  readonly catches: readonly string[];
}

/** What an implementation did instead. */
export class ContractViolation extends Error {
  constructor(what: string, actual: unknown, expected: unknown) {
    super(`${what}: expected ${format(expected)}, got ${format(actual)}`);
    this.name = 'ContractViolation';
  }
}

/** Compares by value (as JSON), so that no assertion library is needed. */
export function mustEqual(what: string, actual: unknown, expected: unknown): void {
  if (format(actual) !== format(expected)) throw new ContractViolation(what, actual, expected);
}

/** For what is no comparison. */
export function mustHold(what: string, holds: boolean, actual: unknown): void {
  if (!holds) throw new ContractViolation(what, actual, 'that it holds');
}

function format(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
