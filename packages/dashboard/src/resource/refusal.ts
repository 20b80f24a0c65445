import { type ChangeId, type OperationRow, operationRow } from '../api/operations.js';
import { formatTime } from '../clock/local-time.js';
import { useNow } from '../clock/use-clock.js';
import { refusalOf } from '../words/refusals.js';

type Allowed = NonNullable<OperationRow['allowedWhen']>;

function unmet(allowed: Allowed, object: object): string | undefined {
  const found: Readonly<Record<string, unknown>> = { ...object };
  for (const [property, values] of Object.entries(allowed)) {
    if (!values.some((value) => value === found[property]))
      return refusalOf(property, values, found[property]);
  }
  return undefined;
}

/**
 * Why an object forbids an operation, from the states and times that the API publishes. `undefined` if it is allowed.
 *
 * @param now Virtual time in milliseconds, for operations that are allowed from a time on.
 */
export function refusalFor(operation: ChangeId, object: object, now = 0): string | undefined {
  const { allowedWhen = {}, notBefore = '' } = operationRow(operation);
  const found: Readonly<Record<string, unknown>> = { ...object };
  const from = found[notBefore];
  return (
    unmet(allowedWhen, object) ??
    (typeof from === 'string' && now < Date.parse(from)
      ? `Possible from ${formatTime(from)}.`
      : undefined)
  );
}

/** Why an object forbids an operation with this value of a body field. */
export function refusalWith(
  operation: ChangeId,
  object: object,
  field: string,
  value: string,
): string | undefined {
  const allowed = operationRow(operation).allowedFor?.[field]?.[value];
  return allowed && unmet(allowed, object);
}

/** {@link refusalFor}, updated as time passes. Without an object, nothing is forbidden. */
export function useRefusal(operation: ChangeId, object: object | undefined): string | undefined {
  const now = useNow(operationRow(operation).notBefore !== undefined);
  return object && refusalFor(operation, object, now);
}
