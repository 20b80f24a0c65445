/**
 * Rejects when there is no answer in time. A client that lost its connection keeps commands and sends them when it is
 * back, minutes later: no caller can wait for that.
 */
export function inTime<T>(answer: Promise<T>, ms: number, onLate?: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`Redis did not answer within ${ms} ms.`));
      onLate?.();
    }, ms);
    // Two callbacks and no `finally`: each promise more is a few percent of an operation.
    answer.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** @throws TypeError naming the option and the cure. */
export function checkTimeout(timeout = 5000): number {
  // setTimeout takes 32 bits; past that it fires at once.
  if (!(timeout > 0 && timeout <= 2_147_483_647)) {
    throw new TypeError(
      `timeout: expected milliseconds above 0, got ${String(timeout)}. Leave it out for 5,000.`,
    );
  }
  return timeout;
}
