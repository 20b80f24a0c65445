import type { webhookEndpoints } from '../../store/schema/index.js';

type Endpoint = Pick<
  typeof webhookEndpoints.$inferSelect,
  'secret' | 'previousSecret' | 'previousSecretExpiresAt'
>;

/** The secrets that sign at a virtual time, the newest first: while a roll overlaps, two of them. */
export function signingSecrets(
  { secret, previousSecret, previousSecretExpiresAt }: Endpoint,
  now: Date,
): readonly [string, ...string[]] {
  const overlaps = previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
  return overlaps && previousSecret !== null ? [secret, previousSecret] : [secret];
}
