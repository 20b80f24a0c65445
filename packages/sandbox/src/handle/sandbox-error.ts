const brand = Symbol.for('@screening-webhooks/SandboxError');

/** Why a call of the sandbox failed. The list is closed. */
export type SandboxErrorCode =
  /** The service did not start: `cause` says why. */
  | 'not_started'
  /** The service answered with an error: see `status` and `problem`. */
  | 'refused'
  /** `close()` was called. */
  | 'closed'
  /** The worker thread ended by itself: `cause` says why. */
  | 'crashed'
  /** Nothing matched within the timeout of `deliveries.waitFor`. */
  | 'timed_out'
  /** `deliveries.waitFor` would wait in vain: the clock is frozen, and nothing is due. */
  | 'nothing_due';

/** The details of a {@link SandboxError}. */
export interface SandboxErrorDetails {
  readonly code: SandboxErrorCode;
  /** HTTP status of the answer. */
  readonly status?: number | undefined;
  /** The body of the answer (RFC 9457). */
  readonly problem?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/** A call of the sandbox that failed. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;
  /** HTTP status of the answer, with the code `refused`. */
  readonly status: number | undefined;
  /** The body of the answer (RFC 9457), with the code `refused`. */
  readonly problem: Readonly<Record<string, unknown>> | undefined;

  constructor(message: string, { code, status, problem, cause }: SandboxErrorDetails) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'SandboxError';
    this.code = code;
    this.status = status;
    this.problem = problem;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Checks the brand, so that `instanceof` works across the ESM and CommonJS copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}
