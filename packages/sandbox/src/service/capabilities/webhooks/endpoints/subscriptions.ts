import { type FieldProblem, Problem, validationProblem } from '../../../http/problem.js';
import { documentEventTypes, eventTypes } from '../events/event-types.js';

/** Who has an endpoint: the account, or an integration of it (spec section 6, rule 2). */
export type OwnerType = 'account' | 'integration';

/** What a new endpoint subscribes to where its creator names nothing. No event of the account is emitted yet. */
export function defaultSubscriptions(owner: OwnerType): readonly string[] {
  return owner === 'integration' ? documentEventTypes : [];
}

/**
 * The event types that an endpoint subscribes to, each once: only those that are emitted, and that its owner has (spec
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
  const errors = types.flatMap((type, index) =>
    refusal(owner, type, `eventTypes.${index}`, previewEvents),
  );
  if (errors.length === 0) return [...new Set(types)];
  const [code] = refusalCodes.filter((one) => errors.some((error) => error.code === one));
  const detail = errors.map(({ message }) => message).join('; ');
  throw new Problem(code ?? 'event_type_not_available', `eventTypes: ${detail}.`, { errors });
}

const refusalCodes = ['event_type_scope_mismatch', 'event_type_not_available'] as const;

function refusal(
  owner: OwnerType,
  type: string,
  param: string,
  previewEvents: boolean,
): FieldProblem[] {
  const known = eventTypes.find((one) => one.type === type);
  if (!known) {
    const message = `${type} is not an event type; see GET /v1/event-types`;
    return [{ param, code: 'event_type_not_available', message }];
  }
  if (known.scope !== owner) {
    const message = `${type} is for endpoints of the ${known.scope} only`;
    return [{ param, code: 'event_type_scope_mismatch', message }];
  }
  if (known.availability === 'emitted' || previewEvents) return [];
  return [
    {
      param,
      code: 'event_type_not_available',
      message: `${type} is coming soon: start with --preview-events`,
    },
  ];
}
