import type { SandboxSchemas } from '@screening-webhooks/sandbox';

export type Attempt = SandboxSchemas['WebhookAttempt'];

/** The latest attempt that decides about the delivery. What a fault has sent besides does not. */
export function ownAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.findLast(({ trigger }) => trigger !== 'fault');
}
