// Captured here, so that it is the real one in tests that fake the timers.
const { setTimeout } = globalThis;

/** Waits for a condition that offers no event. The limit only ends a hang. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('The condition did not hold within a minute.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
