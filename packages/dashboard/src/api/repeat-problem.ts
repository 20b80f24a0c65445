import { ProblemError } from './problem-error.js';

/** How the refusals of a press are said whose Idempotency-Key an earlier one has sent, by their codes. */
const sentences: Readonly<Record<string, string>> = {
  idempotency_key_reused:
    'The service has already done what this form asked for before you edited it; only its answer was lost. Look at that first. To send the edited form as well, press again.',
  idempotency_in_progress:
    'The service still works on the request before. Press again in a moment.',
};

/** The same refusal in the words of a form, whose user knows nothing of keys. */
export function inWordsOfForm(problem: ProblemError): ProblemError {
  const { status, code, requestId, fields } = problem;
  const detail = sentences[code];
  if (detail === undefined) return problem;
  return new ProblemError({ status, code, detail, requestId, errors: fields });
}

/** Whether a refusal says that the change of the key was made. What is sent after that is another one. */
export function isCarriedOut(error: unknown): boolean {
  return error instanceof ProblemError && error.code === 'idempotency_key_reused';
}
