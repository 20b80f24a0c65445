import { vi } from 'vitest';

/** Waits for a state that a test cannot subscribe to. The timeout only ends a hang. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(condition, { timeout: 60_000, interval: 10 });
}
