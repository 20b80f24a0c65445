import type { AddressPolicy } from './address-policy.js';
import { createGuard } from './guard.js';
import { isLocalhost, parseTarget } from './target.js';

/** Why an endpoint cannot have a URL. `message` names the `--allow-net` to pass, where that would help. */
export type UrlProblem = { readonly code: 'url_not_allowed'; readonly message: string };

/**
 * Refuses a URL that no delivery could be sent to. A quick check for when an endpoint is saved: names are not resolved,
 * so that a delivery may still be refused.
 *
 * @throws TypeError An entry of `policy.allowNet` is neither a network nor a host name.
 */
export function checkUrl(url: string, policy: AddressPolicy): UrlProblem | undefined {
  const guard = createGuard(policy);
  const parsed = parseTarget(url);
  if ('problem' in parsed) return { code: 'url_not_allowed', message: parsed.problem };
  const { target } = parsed;
  const address = target.isLiteral
    ? target.host
    : isLocalhost(target.host)
      ? '127.0.0.1'
      : undefined;
  const message = guard.refusal(target, address);
  return message === undefined ? undefined : { code: 'url_not_allowed', message };
}
