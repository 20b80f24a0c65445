import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from 'screening-webhooks-terminal';
import type { z } from 'zod';
import { parseJson } from '../../handle/call-service.js';
import { WebhookDelivery } from '../../service/capabilities/webhooks/index.js';
import { type Connection, checkAnswer, noSandbox } from './connect.js';

export type Delivery = z.output<typeof WebhookDelivery>;

const PATH = '/v1/webhook-deliveries/stream';
// Longer than a fault of the API that happens once; that the service has ended is told soon.
const PAUSES_MS = [100, 500, 1000, 2000];

/**
 * Opens `GET /v1/webhook-deliveries/stream`. When it breaks, it is opened again after the last event that was seen.
 *
 * @param onReopened Called when it was opened again. What it throws is thrown by `next`.
 */
export async function openDeliveryChanges(
  connection: Connection,
  stop: AbortSignal,
  onReopened: () => Promise<void> = async () => {},
) {
  const closing = new AbortController();
  const signal = AbortSignal.any([stop, closing.signal]);
  let lastId: string | undefined;
  let blocks = await open().catch((error: unknown) => {
    // `next` tells it.
    if (signal.aborted) return nothing();
    throw error;
  });

  async function open(): Promise<AsyncGenerator<string, void>> {
    const { body, status, headers } = await connection.stream(PATH, signal, lastId);
    const isStream = headers.get('content-type') === 'text/event-stream';
    if (isStream && body) {
      const opened = blocksOf(body);
      // The id to go on after, so that nothing is missed from here.
      const { value = '' } = await opened.next();
      lastId = readId(value) ?? lastId;
      return opened;
    }
    await body?.cancel();
    if (status === 200) throw noSandbox();
    throw new UsageError(`the service answered ${status} to a request for its deliveries.`);
  }

  async function read(): Promise<Delivery> {
    for (;;) {
      const { value } = await blocks.next().catch(() => ({ value: undefined }));
      signal.throwIfAborted();
      if (value === undefined) {
        blocks = await persist(open, signal);
        await onReopened();
        continue;
      }
      lastId = readId(value) ?? lastId;
      const [, data] = /^data: (.*)$/m.exec(value) ?? [];
      if (data !== undefined) return checkAnswer(WebhookDelivery, parseJson(data));
    }
  }

  return {
    /** The next change. Undefined: the signal has aborted. @throws UsageError when the service does not come back. */
    async next(): Promise<Delivery | undefined> {
      try {
        return await read();
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    },
    /** Closes the connection, which keeps the process alive. */
    close: () => closing.abort(),
  };
}

async function* nothing(): AsyncGenerator<string, void> {}

function readId(block: string): string | undefined {
  return /^id: ([\d-]+)$/m.exec(block)?.[1];
}

/** The blocks of a stream of server-sent events (HTML standard, section 9.2). */
export async function* blocksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body) {
    text += decoder.decode(part, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
}

/** Runs a call that may fail for a moment, up to five times. Rejects as the last time did, or as soon as the signal aborts. */
export async function persist<Result>(
  run: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (const ms of PAUSES_MS) {
    try {
      return await run();
    } catch {
      await sleep(ms, undefined, { signal });
    }
  }
  return run();
}
