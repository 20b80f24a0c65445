import { validationProblem } from '../../http/problem.js';
import type { CandidateRow } from './records.js';

/**
 * The columns of an authorization that the caller reports. It replaces an earlier one from any source.
 *
 * @throws Problem 422 for a time in the future.
 */
export function callersAuthorization(
  authorizedAt: string | undefined,
  now: Date,
): Partial<Pick<CandidateRow, 'authorizationSource' | 'authorizedAt'>> {
  if (authorizedAt === undefined) return {};
  const at = new Date(authorizedAt);
  if (at <= now) return { authorizationSource: 'caller', authorizedAt: at };
  const message = 'must not be in the future';
  throw validationProblem([{ param: 'authorizedAt', code: 'in_the_future', message }]);
}
