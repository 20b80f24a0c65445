/** Resolves after `ms` milliseconds. Where processes end by themselves, it does not keep one alive. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    // A number in other runtimes.
    if (typeof timer === 'object') timer.unref();
  });
}
