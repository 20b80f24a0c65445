import { networkError } from '../answer/network-error.js';
import { UsageError } from '../terminal/usage-error.js';

/** Nobody is there to be sent anything. */
export function unreachable({ origin }: URL, code: string): UsageError {
  return new UsageError(
    `cannot reach ${origin}: ${networkError(code)}; start the receiver, or look at the address.`,
  );
}
