/** The other side of a port has ended, or the port was closed: its calls cannot be answered. */
export class PortClosedError extends Error {
  override readonly name = 'PortClosedError';

  constructor() {
    super('the port is closed');
  }
}

/** The fields of an error that cross a port. */
export interface ErrorParts {
  readonly name: string;
  readonly message: string;
  /** Such as ECONNREFUSED. */
  readonly code?: string;
}

/** An error that was thrown in another thread. It has the name, message and code of the original. */
export class RemoteError extends Error {
  readonly code: string | undefined;

  constructor({ name, message, code }: ErrorParts) {
    super(message);
    this.name = name;
    this.code = code;
  }
}

/** Reads the parts of anything that was thrown. Never throws: a getter or `toString` of the value may. */
export function errorParts(thrown: unknown): ErrorParts {
  try {
    if (typeof thrown !== 'object' || thrown === null)
      return { name: 'Error', message: String(thrown) };
    const { name, message, code }: { name?: unknown; message?: unknown; code?: unknown } = thrown;
    return {
      name: typeof name === 'string' ? name : 'Error',
      message: typeof message === 'string' ? message : 'a value that is not an Error was thrown',
      ...(typeof code === 'string' && { code }),
    };
  } catch {
    return { name: 'Error', message: 'the thrown value cannot be read' };
  }
}
