import { type Deadline, expired } from './deadline.js';
import { type Unavailable, type UnavailableReason, unavailable } from './outcome.js';

/** The value of what the app provides, or `unavailable` when it fails or does not answer before the deadline. */
export async function inTime<T>(
  work: Promise<T>,
  deadline: Deadline,
  reason: UnavailableReason,
): Promise<T | Unavailable> {
  try {
    const value = await deadline.race(work);
    return value === expired ? unavailable(reason) : value;
  } catch (error) {
    return unavailable(reason, error);
  }
}
