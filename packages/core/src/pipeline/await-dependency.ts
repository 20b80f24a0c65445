import { type Deadline, expired } from '../async/deadline.js';
import { type Unavailable, type UnavailableReason, unavailable } from '../outcome/outcome.js';

/**
 * The value of something that the app provides (a secret, a schema, a store, an inbox), or `unavailable` when it fails
 * or does not answer before the deadline.
 */
export async function awaitDependency<T>(
  work: Promise<T>,
  deadline: Deadline,
  reason: UnavailableReason,
): Promise<T | Unavailable> {
  try {
    const value = await deadline.race(work);
    if (value !== expired) return value;
    return unavailable(reason, new Error(`${reason}: no answer before the ack deadline.`));
  } catch (error) {
    return unavailable(reason, error);
  }
}
