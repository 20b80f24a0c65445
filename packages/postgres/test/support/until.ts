import { sleep } from './sleep.js';

/** Waits for what a test cannot subscribe to. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  patience = 15_000,
): Promise<void> {
  const end = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`did not hold within ${patience} ms`);
    await sleep(20);
  }
}
