import { type FieldProblem, Problem, validationProblem } from '../../../http/problem.js';
import { eventTypes } from '../events/event-types.js';
import type { OwnerType } from './records.js';

/**
 * Returns the event types that an endpoint subscribes to, each once: only those that are emitted, and that its owner has (spec
 * section 6, rules 1 to 3).
 *
 * @param previewEvents Whether those are emitted too that are marked as coming soon.
 * @throws Problem naming each type that it cannot subscribe to.
 */
export function subscriptions(
  owner: OwnerType,
  types: readonly string[],
  previewEvents: boolean,
): string[] {
  if (types.length === 0 && owner === 'integration') {
    const message = 'must name a type; pause the endpoint to stop its deliveries';
    throw validationProblem([{ param: 'eventTypes', code: 'too_small', message }]);
  }
  const errors = types.flatMap((type, index) => {
    const refused = refusal(owner, type, previewEvents);
    return refused ? [{ param: `eventTypes.${index}`, ...refused }] : [];
  });
  if (errors.length === 0) return [...new Set(types)];
  const isMismatch = errors.some(({ code }) => code === 'event_type_scope_mismatch');
  const code = isMismatch ? 'event_type_scope_mismatch' : 'event_type_not_available';
  const detail = errors.map(({ message }) => message).join('; ');
  throw new Problem(code, `eventTypes: ${detail}.`, { errors });
}

function refusal(
  owner: OwnerType,
  type: string,
  previewEvents: boolean,
): Omit<FieldProblem, 'param'> | undefined {
  const notAvailable = (why: string) => ({
    code: 'event_type_not_available',
    message: `${type} ${why}`,
  });
  const known = eventTypes.find((one) => one.type === type);
  if (!known) return notAvailable('is not an event type; see GET /v1/event-types');
  if (known.scope !== owner) {
    const message = `${type} is for endpoints of the ${known.scope} only`;
    return { code: 'event_type_scope_mismatch', message };
  }
  if (known.availability === 'emitted' || previewEvents) return undefined;
  return notAvailable('is coming soon: start with --preview-events');
}
