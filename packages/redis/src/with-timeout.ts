/**
 * Rejects when Redis does not answer in time. A client that lost its connection keeps its commands and sends them when it
 * is connected again, possibly minutes later. No caller can wait for that.
 *
 * @param onFailure Called once after a rejection, of either kind.
 */
export function withTimeout<T>(
  answer: Promise<T>,
  timeoutMs: number,
  onFailure?: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let hasTimedOut = false;
    const timer = setTimeout(() => {
      hasTimedOut = true;
      reject(new Error(`Redis did not answer within ${timeoutMs} ms.`));
      onFailure?.();
    }, timeoutMs);
    // Two callbacks instead of `finally`: each additional promise costs a few percent of an operation.
    answer.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
        if (!hasTimedOut) onFailure?.();
      },
    );
  });
}
