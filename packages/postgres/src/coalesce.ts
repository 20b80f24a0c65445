/** How operations are sent: one alone, or several in one go. */
export interface Sender<Operation, Answer> {
  readonly one: (operation: Operation) => Promise<Answer>;
  /** Does all of them or none. Resolves with their answers, in their order. */
  readonly many: (operations: readonly Operation[]) => Promise<readonly Answer[]>;
  /** Whether `many` has failed, and done nothing, because of one of them: then each is worth a try alone. */
  readonly isOfOne: (error: unknown) => boolean;
}

/** Options of {@link coalesce}. */
export interface CoalesceOptions {
  /** Most operations of one batch. Default 200. */
  readonly limit?: number;
  /** Milliseconds that an unanswered batch holds up the next. Default 100. */
  readonly patience?: number;
}

interface Waiting<Operation, Answer> {
  readonly operation: Operation;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A function that sends what comes while a batch is in flight as the next one. With none in flight, an operation goes out at
 * once: nothing waits for company. A batch that hangs holds up the others for `patience`, and its own operations for as
 * long as the sender lets it.
 */
export function coalesce<Operation, Answer>(
  sender: Sender<Operation, Answer>,
  { limit = 200, patience = 100 }: CoalesceOptions = {},
): (operation: Operation) => Promise<Answer> {
  const queue: Waiting<Operation, Answer>[] = [];
  let holdup: symbol | undefined;

  function sendNext(): void {
    if (holdup !== undefined || queue.length === 0) return;
    const flight = Symbol();
    holdup = flight;
    const landed = (): void => {
      // A batch that comes back after its patience must not let a third go beside the second.
      if (holdup !== flight) return;
      holdup = undefined;
      sendNext();
    };
    const timer = setTimeout(landed, patience);
    void deliver(queue.splice(0, limit), sender).then(() => {
      clearTimeout(timer);
      // Who asks again on hearing the answer does so before this, and they all go together.
      queueMicrotask(landed);
    });
  }

  return (operation) =>
    new Promise((resolve, reject) => {
      queue.push({ operation, resolve, reject });
      sendNext();
    });
}

async function deliver<Operation, Answer>(
  batch: readonly Waiting<Operation, Answer>[],
  { one, many, isOfOne }: Sender<Operation, Answer>,
): Promise<void> {
  if (batch.length > 1) {
    try {
      const answers = await many(batch.map(({ operation }) => operation));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const answer = answers[index];
        if (answer === undefined) reject(new Error('The batch came back without an answer.'));
        else resolve(answer);
      }
      return;
    } catch (error) {
      if (!isOfOne(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
    }
  }
  await Promise.all(
    batch.map(({ operation, resolve, reject }) => one(operation).then(resolve, reject)),
  );
}
