import type { SandboxSchemas } from '@screening-webhooks/sandbox';

export interface FieldProblem {
  /** The path of the field, such as `retryPolicy.maxAttempts`. */
  readonly param: string;
  readonly message: string;
}

export class ProblemError extends Error {
  /** `0` if the service did not answer. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** Whether the request log has the request. */
  readonly isLogged: boolean;
  readonly fields: readonly FieldProblem[];

  constructor(problem: {
    readonly status: number;
    readonly code: string;
    readonly detail: string;
    readonly requestId?: string | undefined;
    readonly isLogged?: boolean | undefined;
    readonly errors?: readonly FieldProblem[] | undefined;
  }) {
    super(problem.detail);
    this.name = 'ProblemError';
    this.status = problem.status;
    this.code = problem.code;
    this.requestId = problem.requestId;
    this.isLogged = problem.isLogged ?? false;
    this.fields = problem.errors ?? [];
  }
}

type Problem = SandboxSchemas['Problem'];

/** Reads the problem document of a refusal. @returns `undefined` if the answer has none, for example from a proxy. */
export async function problemOf(response: Response): Promise<Problem | undefined> {
  try {
    const problem: Problem = await response.json();
    return typeof problem.code === 'string' ? problem : undefined;
  } catch {
    // Not JSON.
    return undefined;
  }
}

/** Whether a refusal says that the change with this key was made. The next request is then a new change. */
export function isCarriedOut(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'idempotency_key_reused';
}
