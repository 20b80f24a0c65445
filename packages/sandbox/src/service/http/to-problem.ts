import { Problem } from './problem.js';

interface FailureReport {
  readonly onError: (error: unknown) => void;
}

/** The problem that a failure is answered with. One of the service itself is reported, and not shown. */
export function toProblem(error: unknown, { onError }: FailureReport): Problem {
  if (error instanceof Problem) return error;
  onError(error);
  return new Problem('internal_error', 'The service failed. Its log has the error.');
}
