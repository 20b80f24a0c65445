/** Resolves after `ms` milliseconds. Where processes end by themselves, it does not keep one alive. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
