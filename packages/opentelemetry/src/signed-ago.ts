import type { Observation } from '@screening-webhooks/core';

/** Seconds from `t` to the arrival, for a genuine signature only; negative when `t` is ahead of our clock. */
export function signedAgo({ timestamp, receivedAt, outcome }: Observation): number | undefined {
  if (timestamp !== undefined) return (receivedAt - timestamp * 1000) / 1000;
  return outcome.kind === 'rejected' ? outcome.rejection.skew : undefined;
}
