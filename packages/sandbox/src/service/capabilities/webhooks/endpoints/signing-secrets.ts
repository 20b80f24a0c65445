import type { EndpointRow } from './records.js';

type Secrets = Pick<EndpointRow, 'secret' | 'previousSecret' | 'previousSecretExpiresAt'>;

/** The secrets that sign at a virtual time, the newest first: while a roll overlaps, two of them. */
export function signingSecrets(endpoint: Secrets, now: Date): readonly [string, ...string[]] {
  const previous = previousSecret(endpoint, now);
  return previous ? [endpoint.secret, previous.secret] : [endpoint.secret];
}

/** The secret before the last roll, while it still signs. */
export function previousSecret(
  { previousSecret: secret, previousSecretExpiresAt: expiresAt }: Secrets,
  now: Date,
): { readonly secret: string; readonly expiresAt: Date } | undefined {
  if (secret === null || expiresAt === null || expiresAt <= now) return undefined;
  return { secret, expiresAt };
}
