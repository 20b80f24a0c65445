import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { Connection } from '../http/listen.js';
import { limits } from '../limits/limits.js';
import { type Address, networkCheck, parseNetwork } from '../outbound/network.js';

/** Finds out which client has sent a request: its IPv4 address, or the /64 of IPv6 that it has for itself. */
export type FindClient = (c: Context<{ Bindings: Connection }>) => string;

/**
 * Takes the address of the connection. For that of a proxy which is trusted, takes what it says in `X-Forwarded-For`: each proxy
 * appends where it got the request from, so all before the last address that is not one of a trusted proxy may be forged.
 *
 * @param trusted Networks in CIDR notation.
 * @throws TypeError for an entry that is none.
 */
export function clientFinder(trusted: readonly string[] = []): FindClient {
  const isProxy = networkCheck(
    trusted.map((entry) => {
      const network = parseNetwork(entry);
      if (network) return network;
      throw new TypeError(
        `trustProxy: "${entry}" is not a network such as 10.0.0.0/8 or fd00::/8.`,
      );
    }),
  );
  return ({ env: { peer = '' }, req }) => {
    let client = parseAddress(peer);
    // In process there is none.
    if (!client) return '';
    const forwarded = req.header('x-forwarded-for')?.split(',') ?? [];
    while (isProxy(client)) {
      const before = parseAddress(forwarded.pop() ?? '');
      // The proxy is the client, or does not say more.
      if (!before) break;
      client = before;
    }
    if (client.kind() === 'ipv4') return client.toString();
    return ipaddr.IPv6.networkAddressFromCIDR(`${client}/64`).toString();
  };
}

/** Parses an address, which a proxy may have written with its port. An IPv4-mapped one counts as its IPv4 address. */
function parseAddress(text: string): Address | undefined {
  const [, bracketed, withPort, bare = ''] =
    /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+|([^%]*)(?:%.*)?)$/.exec(text.trim()) ?? [];
  const address = bracketed ?? withPort ?? bare;
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : undefined;
}

/** Limits the wrong guesses of a password by each client. */
export interface GuessLimit {
  /** Seconds until another guess of the client is taken. 0: now. */
  wait(client: string): number;
  /** Counts a wrong guess. */
  count(client: string): void;
}

const { most: MOST } = limits.loginGuesses;
const WINDOW_MS = 60_000;

/** Takes ten wrong guesses of a client in any minute. @param now The time in milliseconds. */
export function guessLimit(now: () => number = () => performance.now()): GuessLimit {
  // The client whose last wrong guess is the oldest is the first.
  const wrongAt = new Map<string, readonly number[]>();
  return {
    wait(client) {
      const oldest = wrongAt.get(client)?.at(-MOST);
      if (oldest === undefined) return 0;
      return Math.max(0, Math.ceil((oldest + WINDOW_MS - now()) / 1000));
    },
    count(client) {
      const guesses = [...(wrongAt.get(client) ?? []), now()].slice(-MOST);
      wrongAt.delete(client);
      wrongAt.set(client, guesses);
      const [first = client] = wrongAt.keys();
      if (wrongAt.size > limits.loginClients.most) wrongAt.delete(first);
    },
  };
}
