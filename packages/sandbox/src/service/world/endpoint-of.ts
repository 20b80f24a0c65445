import type { ServiceConfig } from '../config/service-config.js';
import type { AddressPolicy } from '../outbound/address-policy.js';
import { checkUrl } from '../outbound/check-url.js';
import type { SeededEndpoint } from './demo-integration.js';

const IN_PROCESS_URL = 'http://receiver.localhost/webhooks/screening';

/**
 * The endpoint that a new service has.
 *
 * @param inProcess Whether its deliveries are handed over without a socket.
 * @throws TypeError when `forwardTo` is not allowed.
 */
export function endpointOf(
  { forwardTo }: ServiceConfig,
  inProcess: boolean,
  policy: AddressPolicy,
): SeededEndpoint | undefined {
  if (inProcess) return { url: forwardTo ?? IN_PROCESS_URL, inProcess: true };
  if (forwardTo === undefined) return undefined;
  const refused = checkUrl(forwardTo, policy);
  if (refused) throw new TypeError(`forwardTo: ${refused.message}`);
  return { url: forwardTo, inProcess: false };
}
