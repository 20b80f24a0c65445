import type { ApplySchemas } from '../events/data-schemas.js';
import type { Parsed, ParsedEvent } from '../events/parse-event.js';
import { isPromise, type MaybePromise } from '../maybe-promise.js';
import type { Deadline } from './deadline.js';
import { inTime } from './in-time.js';
import type { Unavailable } from './outcome.js';
import type { Rejection } from './rejection.js';

/** Applies the user's schemas. Answers `unavailable` when a schema throws or does not answer: the event is not at fault. */
export function validate(
  event: ParsedEvent,
  applySchemas: ApplySchemas,
  deadline: Deadline,
): MaybePromise<Parsed | Rejection | Unavailable> {
  const validating = applySchemas(event);
  return isPromise(validating) ? inTime(validating, deadline, 'schema') : validating;
}
