import type { ApplySchemas } from '../events/data-schemas.js';
import type { Parsed, ParsedEvent } from '../events/parse-event.js';
import { type Deadline, expired } from './deadline.js';
import { type Rejected, rejected, type Unavailable, unavailable } from './outcome.js';

/** Applies the user's schemas. Answers `unavailable` when a schema throws or does not answer: the event is not at fault. */
export async function validate(
  event: ParsedEvent,
  applySchemas: ApplySchemas,
  deadline: Deadline,
): Promise<Parsed | Rejected | Unavailable> {
  try {
    const validated = await deadline.race(applySchemas(event));
    if (validated === expired) return unavailable('schema');
    return validated.ok ? validated : rejected(validated);
  } catch (error) {
    return unavailable('schema', error);
  }
}
