// Wall time. What a client does not take stays in memory.
const PATIENCE_MS = 60_000;

/**
 * Sends texts, each when the client has taken the one before. A client that leaves ends it. One that takes nothing for a minute, or an
 * error, breaks the connection, so that nobody takes a part for the whole.
 *
 * @throws the error of the first text, as long as the answer has no head.
 */
export async function textStream(
  texts: AsyncGenerator<string, void>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder();
  let first: IteratorResult<string, void> | undefined = await texts.next();
  let patience: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        clearTimeout(patience);
        const next = first ?? (await texts.next());
        first = undefined;
        if (next.done) return controller.close();
        controller.enqueue(encoder.encode(next.value));
        patience = setTimeout(() => {
          controller.error(new Error('The client has stopped reading.'));
          void texts.return();
        }, PATIENCE_MS).unref();
      },
      async cancel() {
        clearTimeout(patience);
        await texts.return();
      },
    },
    { highWaterMark: 0 },
  );
}
