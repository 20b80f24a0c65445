import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { classifyAddress } from './classify-address.js';
import { parseAllowNet, withoutTrailingDot } from './network.js';
import { isLocalhost, parseTarget, type Target } from './target.js';

/** The addresses that deliveries may go to. Public ones with https always are. */
export interface AddressPolicy {
  /** Networks in CIDR notation, single addresses and host names: the private addresses that are open, and more with {@link isForOthers}. */
  readonly allowNet: readonly string[];
  /** The ports the service listens on. On this machine they are refused, except for paths under `/sink/`. */
  readonly ownPorts: Pick<readonly number[], 'includes'>;
  /** The address at which others reach the service. Refused wherever it resolves to, because a proxy leads back; `/sink/` is not. */
  readonly publicUrl?: string | undefined;
  /** Whether others use the service, so that http and loopback are open only where `allowNet` names them. Default: false. */
  readonly isForOthers?: boolean | undefined;
}

export interface Guard {
  /** Returns a sentence that says why `address` is refused, or undefined. Without an address, by the name alone. */
  refusal(target: Target, address?: string): string | undefined;
}

/** @throws TypeError An entry of `allowNet` is neither a network nor a host name. */
export function createGuard(policy: AddressPolicy): Guard {
  const { ownPorts, isForOthers = false } = policy;
  const allowed = parseAllowNet(policy.allowNet);
  const isPublicUrl = matchPublicUrl(policy.publicUrl);
  return {
    refusal(target, address) {
      const found = address === undefined ? undefined : classifyAddress(address);
      const subject = target.isLiteral ? `${address} is` : `${target.host} resolves to ${address},`;
      if (found?.kind === 'refused') return `${subject} ${found.what}. Deliveries never go there.`;
      const isOwnPort =
        address !== undefined &&
        ownPorts.includes(target.port) &&
        (found?.kind === 'loopback' || isThisMachine(address));
      const own = isPublicUrl(target) ? 'The host' : isOwnPort ? `Port ${target.port}` : undefined;
      if (own !== undefined) {
        return isSinkPath(target.pathname)
          ? undefined
          : `${own} is the service's own. Deliveries to it may go to paths under /sink/ only.`;
      }
      // A name may be in a network that is open.
      const isOpen =
        allowed.hasHost(target.host) ||
        (address === undefined ? allowed.hasNetworks : allowed.hasAddress(address));
      if (isOpen) return undefined;
      const value = target.isLiteral ? asNetwork(target.host) : target.host;
      const cure = `Pass --allow-net ${value} to allow it.`;
      if (found?.kind === 'private' || (isForOthers && found?.kind === 'loopback')) {
        return `${subject} ${found.what}. ${cure}`;
      }
      if (isForOthers && !target.secure) return `http reaches only what --allow-net names. ${cure}`;
      return undefined;
    },
  };
}

/**
 * Refuses a URL that no delivery could be sent to. A quick check for when an endpoint is saved: names are not resolved,
 * so that a delivery may still be refused.
 *
 * @returns the reason. It names the `--allow-net` to pass, if that would help.
 * @throws TypeError An entry of `policy.allowNet` is neither a network nor a host name.
 */
export function checkUrl(url: string, policy: AddressPolicy) {
  const problem = (message: string) => ({ code: 'url_not_allowed', message }) as const;
  const guard = createGuard(policy);
  const parsed = parseTarget(url);
  if ('problem' in parsed) return problem(parsed.problem);
  const { target } = parsed;
  const address = target.isLiteral
    ? target.host
    : isLocalhost(target.host)
      ? '127.0.0.1'
      : undefined;
  const message = guard.refusal(target, address);
  return message === undefined ? undefined : problem(message);
}

function matchPublicUrl(publicUrl: string | undefined): (target: Target) => boolean {
  const parsed = publicUrl === undefined ? undefined : parseTarget(publicUrl);
  if (parsed === undefined || 'problem' in parsed) return () => false;
  const { host, port } = parsed.target;
  const name = withoutTrailingDot(host);
  return (target) => withoutTrailingDot(target.host) === name && target.port === port;
}

function asNetwork(address: string): string {
  const ip = ipaddr.process(address).toString();
  return `${ip}/${isIP(ip) === 4 ? 32 : 128}`;
}

// The URL parser has resolved dot segments. An encoded dot, slash, backslash or percent sign could still lead a router
// that decodes the path out of /sink/.
function isSinkPath(pathname: string): boolean {
  return /^\/sink\/./.test(pathname) && !/%(?:2e|2f|5c|25)/i.test(pathname);
}

// With --host 0.0.0.0 the service also answers on the addresses of the network interfaces.
function isThisMachine(address: string): boolean {
  const own = ipaddr.process(address).toNormalizedString();
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some(
      (entry) => ipaddr.process(entry.address.replace(/%.*$/, '')).toNormalizedString() === own,
    );
}
