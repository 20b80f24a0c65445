/**
 * Rejects when Redis does not answer in time. A client that lost its connection keeps its commands and sends them when it
 * is connected again, possibly minutes later. No caller can wait for that.
 *
 * @param onTimeout Called after the rejection, once.
 */
export function withTimeout<T>(
  answer: Promise<T>,
  timeoutMs: number,
  onTimeout?: () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`Redis did not answer within ${timeoutMs} ms.`));
      onTimeout?.();
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
      },
    );
  });
}
