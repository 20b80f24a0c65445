import { afterEach, beforeEach, expect } from 'vitest';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Waits until Node has reported every rejection that is unhandled by now. `setImmediate` must not be faked. */
export async function rejectionsReported(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Fails each test of the file in which a rejection is unhandled or an exception is uncaught. */
export function expectNoProcessFailures(): { readonly failures: readonly unknown[] } {
  const failures: unknown[] = [];
  const record = (reason: unknown): void => void failures.push(reason);
  beforeEach(() => {
    failures.length = 0;
    process.on('unhandledRejection', record).on('uncaughtException', record);
  });
  afterEach(async () => {
    await rejectionsReported();
    process.off('unhandledRejection', record).off('uncaughtException', record);
    expect(failures).toEqual([]);
  });
  return { failures };
}
