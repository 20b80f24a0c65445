// Wall time. Data that a client does not read stays in memory.
const PATIENCE_MS = 60_000;

/**
 * Sends each text when the client has read the one before. Ends when the client leaves. An error, or a client that reads nothing
 * for a minute, breaks the connection, so that nobody takes a part for the whole.
 *
 * @throws the error of the first text, while the response has no head yet.
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
