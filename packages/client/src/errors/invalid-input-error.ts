const brand = Symbol.for('@screening-webhooks/InvalidInputError');

/** An invalid option or argument, thrown before any request. The message names the fix and never contains an API key. */
export class InvalidInputError extends TypeError {
  readonly code = 'invalid_input';
  /** The name of the option or argument: `apiKey`, `workState`, … */
  readonly input: string;

  constructor(input: string, problem: string) {
    super(`${input}: ${problem}`);
    this.name = 'InvalidInputError';
    this.input = input;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}
