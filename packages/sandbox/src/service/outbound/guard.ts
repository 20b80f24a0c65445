import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { parseAllowNet, withoutTrailingDot } from './allow-net.js';
import { classifyAddress } from './classify-address.js';
import { isLocalhost, parseTarget, type Target } from './target.js';

/** The addresses that deliveries may go to, besides public ones and loopback. */
export interface AddressPolicy {
  /** Networks in CIDR notation, single addresses and host names. They open private addresses and nothing else. */
  readonly allowNet: readonly string[];
  /** The ports the service listens on. On this machine they are refused, except for paths under `/sink/`. */
  readonly ownPorts: readonly number[];
  /** The address at which others reach the service. Refused wherever it resolves to, because a proxy leads back; `/sink/` is not. */
  readonly publicUrl?: string | undefined;
}

/** Decides whether a target may be connected to at an address. */
export interface Guard {
  /** Returns a sentence that says why `address` is refused, or undefined. Without an address, by the name alone. */
  refusal(target: Target, address?: string): string | undefined;
}

/** @throws TypeError An entry of `allowNet` is neither a network nor a host name. */
export function createGuard(policy: AddressPolicy): Guard {
  const allowed = parseAllowNet(policy.allowNet);
  const ownPorts = new Set(policy.ownPorts);
  const isPublicUrl = matchPublicUrl(policy.publicUrl);
  return {
    refusal(target, address) {
      if (isPublicUrl(target) && !isSinkPath(target.pathname)) {
        return "The host is the service's own. Deliveries to it may go to paths under /sink/ only.";
      }
      if (address === undefined) return undefined;
      const found = classifyAddress(address);
      const subject = target.isLiteral ? `${address} is` : `${target.host} resolves to ${address},`;
      if (found.kind === 'refused') return `${subject} ${found.what}. Deliveries never go there.`;
      const isAllowed = allowed.hasHost(target.host) || allowed.hasAddress(address);
      if (found.kind === 'private' && !isAllowed) {
        const value = target.isLiteral ? asNetwork(address) : target.host;
        return `${subject} ${found.what}. Pass --allow-net ${value} to allow it.`;
      }
      if (
        ownPorts.has(target.port) &&
        !isSinkPath(target.pathname) &&
        (found.kind === 'loopback' || isThisMachine(address))
      ) {
        return `Port ${target.port} is the service's own. Deliveries to it may go to paths under /sink/ only.`;
      }
      return undefined;
    },
  };
}

/** The reason why an endpoint cannot have a URL. `message` names the `--allow-net` to pass, where that would help. */
interface UrlProblem {
  readonly code: 'url_not_allowed';
  readonly message: string;
}

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
