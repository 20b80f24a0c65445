import type { EndpointRow } from './records.js';

type Secrets = Pick<EndpointRow, 'secret' | 'previousSecret' | 'previousSecretExpiresAt'>;

/** The secrets that sign at a virtual time, the newest first: while a roll overlaps, two of them. */
export function signingSecrets(endpoint: Secrets, now: Date): readonly [string, ...string[]] {
  const { previousSecret } = overlapAt(endpoint, now);
  return previousSecret === null ? [endpoint.secret] : [endpoint.secret, previousSecret];
}

/** The secret before the last roll, and its end, while it still signs. */
export function overlapAt(
  { previousSecret, previousSecretExpiresAt: expiresAt }: Secrets,
  now: Date,
) {
  if (expiresAt === null || expiresAt <= now) {
    return { previousSecret: null, previousSecretExpiresAt: null };
  }
  return { previousSecret, previousSecretExpiresAt: expiresAt };
}
