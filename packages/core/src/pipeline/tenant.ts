import { ignorePromise } from '../async/ignore-promise.js';
import { type Unavailable, unavailable } from '../outcome/outcome.js';
import type { DeliveryContext } from './delivery-context.js';
import type { TenantOption } from './settings.js';

// An id may have 255 characters too. Escaped, both fit into a key of every store.
const MAX_CHARACTERS = 255;

/**
 * The value of `integrationId` or `namespace` for a delivery. Its functions are the app's: an error, or anything but a
 * non-empty string, is `unavailable`. Taking `undefined` for "any tenant" would let one tenant's event pass for another's.
 */
export function tenantValue<Framework>(
  name: 'integrationId' | 'namespace',
  option: TenantOption<Framework>,
  { framework }: DeliveryContext<Framework>,
): string | undefined | Unavailable {
  if (typeof option !== 'function') return option;
  try {
    return checkTenantValue(`${name}()`, option(framework));
  } catch (error) {
    return unavailable('tenant', error);
  }
}

/** @throws TypeError when the value is not a string of 1 to 255 characters. */
export function checkTenantValue(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= MAX_CHARACTERS) return value;
  ignorePromise(value);
  throw new TypeError(
    `${name}: expected a non-empty string of at most ${MAX_CHARACTERS} characters.`,
  );
}
