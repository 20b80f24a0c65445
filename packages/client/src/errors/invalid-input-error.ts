const brand = Symbol.for('@screening-webhooks/InvalidInputError');

/** An option or an argument that cannot be right. Thrown before any request; the message names the cure, never the value of a key. */
export class InvalidInputError extends TypeError {
  readonly code = 'invalid_input';
  /** Which one: `apiKey`, `workState`, … */
  readonly input: string;

  constructor(input: string, cure: string) {
    super(`${input}: ${cure}`);
    this.name = 'InvalidInputError';
    this.input = input;
    Object.defineProperty(this, brand, { value: true });
  }

  /** By brand, so that the copies in an ES module and a CommonJS one agree. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}
