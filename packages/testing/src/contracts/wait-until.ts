import type { MaybePromise } from '@screening-webhooks/core';
import { ContractViolation } from './contract.js';

/** Milliseconds after which a wait fails its case. Only ends a hang: no case expects something to happen within it. */
const HANG_TIMEOUT = 60_000;

/**
 * Waits until a condition holds, however long that takes on a busy machine.
 *
 * @param what Names the condition in the message.
 * @throws ContractViolation when it does not hold within `timeout` milliseconds.
 */
export async function waitUntil(
  what: string,
  holds: () => MaybePromise<boolean>,
  timeout: number = HANG_TIMEOUT,
): Promise<void> {
  const end = performance.now() + timeout;
  while (!(await holds())) {
    if (performance.now() > end) {
      throw new ContractViolation(what, `nothing after ${timeout} ms`, 'that it happens');
    }
    await sleep(5);
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
