import { UsageError } from 'screening-webhooks-terminal';
import { describeUnreachable } from '../answer/describe-network-error.js';

/** The error for a receiver that accepts no connection. */
export function unreachableError({ origin }: URL, code: string): UsageError {
  return new UsageError(`cannot reach ${origin}: ${describeUnreachable(code)}.`);
}
