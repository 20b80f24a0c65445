import { lookup } from 'node:dns/promises';
import type { Guard } from './guard.js';
import { SendError } from './send-error.js';
import { isLocalhost, type Target } from './target.js';

/** Returns every address of a host name, in the order they are to be tried. */
export type Lookup = (host: string) => Promise<readonly string[]>;

/** Asks the operating system, so that `/etc/hosts` counts. */
export const systemLookup: Lookup = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Returns the addresses to connect to. One refused address refuses the target, as the owner of a name could mix them.
 *
 * @throws SendError `dns_failed`, `address_blocked`
 */
export async function resolveTarget(
  target: Target,
  guard: Guard,
  lookupHost: Lookup,
): Promise<readonly string[]> {
  const addresses = await findAddresses(target, lookupHost);
  for (const address of addresses) {
    const refusal = guard.refusal(target, address);
    if (refusal !== undefined) throw new SendError('address_blocked', refusal);
  }
  return addresses;
}

async function findAddresses(target: Target, lookupHost: Lookup): Promise<readonly string[]> {
  if (target.isLiteral) return [target.host];
  // Some resolvers know only one of the two, and a receiver may listen on the other.
  if (isLocalhost(target.host)) return ['127.0.0.1', '::1'];
  let addresses: readonly string[];
  try {
    addresses = await lookupHost(target.host);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new SendError('dns_failed', `The host name ${target.host} was not resolved${code}.`);
  }
  if (addresses.length === 0) {
    throw new SendError('dns_failed', `The host name ${target.host} has no address.`);
  }
  return addresses;
}
