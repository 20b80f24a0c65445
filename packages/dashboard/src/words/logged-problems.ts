import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { inOwnWords } from './problems.js';

type Logged = SandboxSchemas['ApiRequestWithBody'];
type Problem = NonNullable<Logged['problem']>;

/** The sentences that differ from those of a form, because a program has sent the request. */
const problems: Readonly<Partial<Record<Problem['code'], string>>> = {
  csrf_token_invalid: 'The request had no valid CSRF token.',
  cursor_invalid: 'The cursor is not one of this list.',
  idempotency_in_progress: 'Another request with this Idempotency-Key was in progress.',
  idempotency_key_invalid: 'The Idempotency-Key is not valid.',
  idempotency_key_reused: 'Another request has used this Idempotency-Key.',
  malformed_json: 'The body is not valid JSON.',
  malformed_multipart: 'The body is not a valid form with files.',
};

export function loggedProblem(problem: Problem): string {
  return problems[problem.code] ?? inOwnWords(problem).message;
}

export const omissions: Readonly<Record<NonNullable<Logged['requestBodyOmitted']>, string>> = {
  not_kept:
    'The service keeps neither bodies nor problems, because it has a password or is on PostgreSQL. Start it with --log-bodies to keep them.',
  not_json: 'The body was not JSON, so the service did not keep it.',
  not_read: 'The service refused the request before it read the body.',
  too_long: 'The body was too long to keep.',
};
