import type { Observation } from '@screening-webhooks/core';

/** Seconds from `t` to the arrival; negative when the local clock is behind. Undefined unless the signature is genuine. */
export function signatureAge({ timestamp, receivedAt, outcome }: Observation): number | undefined {
  if (timestamp !== undefined) return (receivedAt - timestamp * 1000) / 1000;
  return outcome.kind === 'rejected' ? outcome.rejection.skew : undefined;
}
