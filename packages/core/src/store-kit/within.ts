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

/** Settles as `promise` does, or rejects with the reason of the signal as soon as that aborts. */
export function abortable<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    const stop = (): void => signal.removeEventListener('abort', onAbort);
    promise.then(resolve, reject).finally(stop);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Resolves after `ms` milliseconds. Where processes end by themselves, it does not keep one alive. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    // A number in other runtimes.
    if (typeof timer === 'object') timer.unref();
  });
}
