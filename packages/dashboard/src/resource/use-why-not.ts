import { type ChangeId, operationRow } from '../api/operations.js';
import { useNow } from '../clock/use-clock.js';
import { whyNot } from './why-not.js';

/** {@link whyNot} as time goes on. Without an object, nothing is forbidden. */
export function useWhyNot(operation: ChangeId, object: object | undefined): string | undefined {
  const now = useNow(operationRow(operation).notBefore !== undefined);
  return object && whyNot(operation, object, now);
}
