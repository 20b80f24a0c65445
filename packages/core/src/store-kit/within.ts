/**
 * Nothing came back within the limit: a firewall or a failover may have dropped the connection without telling either end.
 * Whether the work was done is not known.
 */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * Settles as `work` does, or rejects with a {@link NoAnswerError} after `ms` milliseconds. The work is not ended: the caller
 * gives up what it runs on. Every wait of the stores and inboxes for a server has its limit here.
 *
 * @param who Begins the message: `Redis did not answer within 5000 ms.`
 * @param ms Infinity: no limit.
 * @param onFailure Called once after a rejection, of either kind.
 */
export function within<T>(
  work: Promise<T>,
  ms: number,
  who: string,
  onFailure?: (error: unknown) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasFailed = false;
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      if (hasFailed) return;
      hasFailed = true;
      reject(error);
      onFailure?.(error);
    };
    if (ms < Infinity) {
      timer = setTimeout(
        () => fail(new NoAnswerError(`${who} did not answer within ${ms} ms.`)),
        ms,
      );
    }
    // Two callbacks instead of `finally`: each additional promise costs a few percent of an operation.
    work.then((value) => {
      clearTimeout(timer);
      resolve(value);
    }, fail);
  });
}
