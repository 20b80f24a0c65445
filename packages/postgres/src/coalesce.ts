/** Sends operations, one alone or several as a batch. */
export interface BatchSender<Operation, Answer> {
  readonly sendOne: (operation: Operation) => Promise<Answer>;
  /** Performs all operations or none. Resolves with their answers, in the order of the operations. */
  readonly sendBatch: (operations: readonly Operation[]) => Promise<readonly Answer[]>;
  /** Whether a single operation made the batch fail, so that the others can succeed when sent alone. */
  readonly isCausedByOne: (error: unknown) => boolean;
}

/** Options of {@link coalesce}. */
export interface CoalesceOptions {
  /** Most operations per batch. Default 200. */
  readonly limit?: number;
  /** Milliseconds after which an unanswered batch no longer delays the next one. Default 100. */
  readonly stallTimeout?: number;
}

interface PendingOperation<Operation, Answer> {
  readonly operation: Operation;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that collects the operations it gets while a batch is in flight and sends them as the next batch. If
 * no batch is in flight, it sends the operation at once. A batch that stalls delays later operations by `stallTimeout` at
 * most; its own operations wait as long as the sender does.
 */
export function coalesce<Operation, Answer>(
  sender: BatchSender<Operation, Answer>,
  { limit = 200, stallTimeout = 100 }: CoalesceOptions = {},
): (operation: Operation) => Promise<Answer> {
  const queue: PendingOperation<Operation, Answer>[] = [];
  let inFlight: symbol | undefined;

  function sendNext(): void {
    if (inFlight !== undefined || queue.length === 0) return;
    const current = Symbol();
    inFlight = current;
    const onSettled = (): void => {
      // If this batch has stalled, the next one is in flight now. A third must not be sent beside it.
      if (inFlight !== current) return;
      inFlight = undefined;
      sendNext();
    };
    const timer = setTimeout(onSettled, stallTimeout);
    void send(queue.splice(0, limit), sender).then(() => {
      clearTimeout(timer);
      // Callers that react to their answers with another operation do so before this microtask, so those go in one batch.
      queueMicrotask(onSettled);
    });
  }

  return (operation) =>
    new Promise((resolve, reject) => {
      queue.push({ operation, resolve, reject });
      sendNext();
    });
}

async function send<Operation, Answer>(
  batch: readonly PendingOperation<Operation, Answer>[],
  { sendOne, sendBatch, isCausedByOne }: BatchSender<Operation, Answer>,
): Promise<void> {
  if (batch.length > 1) {
    try {
      const answers = await sendBatch(batch.map(({ operation }) => operation));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index];
        if (answer === undefined)
          reject(new Error('The batch returned no answer for this operation.'));
        else resolve(answer);
      }
      return;
    } catch (error) {
      if (!isCausedByOne(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
    }
  }
  await Promise.all(
    batch.map(({ operation, resolve, reject }) => sendOne(operation).then(resolve, reject)),
  );
}
