import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError } from 'screening-webhooks-terminal';
import type { z } from 'zod';
import { parseJson, type Query, SandboxError, withQuery } from '../../handle/call-service.js';
import {
  WebhookDelivery,
  WebhookDeliveryWithAttempts,
} from '../../service/capabilities/webhooks/index.js';
import { type Connection, checkAnswer, noSandbox, ServiceAwayError } from './connect.js';

export type Delivery = z.output<typeof WebhookDelivery>;

const PATH = '/v1/webhook-deliveries/stream';
// Longer than an API fault that happens once, but short enough to report soon that the service has ended.
const PAUSES_MS = [100, 500, 1000, 2000];
// The service sends an id at once, and then one at least every 15 seconds.
const LATE_MS = 5_000;
const SILENCE_MS = 35_000;

const HELD_BACK = `A proxy on the way may hold it back: have it pass on ${PATH} without buffering and without compression.`;

/** The stream to open. */
interface Source {
  readonly connection: Pick<Connection, 'stream'>;
  /** Default: every delivery of the caller. */
  readonly query?: Query;
  /** The `Last-Event-ID`. Default: the id of the last event seen; without one, the stream begins now. */
  readonly after?: string;
}

interface Reopening {
  /** Chooses the stream, each time it is opened. Default: the stream of the connection. */
  readonly choose?: () => Promise<Source>;
  /** Opens the stream again: calls its argument until that succeeds, or rejects. Default: {@link persist}. */
  readonly again?: typeof persist;
}

/**
 * Opens `GET /v1/webhook-deliveries/stream`. When it breaks or falls silent, it is opened again after the last event that was seen.
 * Resolves when the first id has arrived. No change after that is missed.
 */
export async function openDeliveryChanges(
  connection: Pick<Connection, 'stream' | 'warn'>,
  stop: AbortSignal,
  { choose = async () => ({ connection }), again = persist }: Reopening = {},
) {
  const closing = new AbortController();
  const signal = AbortSignal.any([stop, closing.signal]);
  let lastId: string | undefined;
  let connected = new AbortController();
  let blocks = await open().catch((error: unknown) => {
    // `next` reports the abort.
    if (signal.aborted) return nothing();
    throw error;
  });

  async function open(): Promise<AsyncGenerator<string, void>> {
    connected = new AbortController();
    const source = await choose();
    const path = withQuery(PATH, source.query ?? {});
    const late = setTimeout(
      () => connection.warn(`Not live: nothing comes from the event stream yet. ${HELD_BACK}`),
      LATE_MS,
    );
    try {
      const either = AbortSignal.any([signal, connected.signal]);
      const after = source.after ?? lastId;
      const { body, status, headers } = await heard(source.connection.stream(path, either, after));
      const isStream = headers.get('content-type') === 'text/event-stream';
      if (isStream && body) {
        const opened = blocksOf(body);
        lastId = await firstId(opened);
        return opened;
      }
      await body?.cancel();
      if (status === 200) throw noSandbox();
      const message = `the service answered ${status} to a request for its deliveries.`;
      // 401: a restarted service has not announced its key yet. 404: a listen that has ended in the meantime begins again.
      const isAway = status >= 500 || [401, 404, 429].includes(status);
      throw isAway ? new ServiceAwayError(message) : new UsageError(message);
    } finally {
      clearTimeout(late);
    }
  }

  /** The id to continue after, so that nothing is missed from here. */
  async function firstId(opened: AsyncGenerator<string, void>): Promise<string> {
    for (;;) {
      const { value } = await heard(opened.next());
      if (value === undefined) {
        throw new ServiceAwayError('the service has ended its event stream.');
      }
      const id = readId(value);
      if (id !== undefined) return id;
    }
  }

  /** Waits for data from the connection. If none arrives in time, closes the connection and rejects. */
  async function heard<Result>(coming: Promise<Result>): Promise<Result> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        connected.abort();
        reject(new ServiceAwayError(`nothing comes from the event stream. ${HELD_BACK}`));
      }, SILENCE_MS);
    });
    try {
      return await Promise.race([silence, coming]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function read(): Promise<Delivery> {
    for (;;) {
      const { value } = await heard(blocks.next()).catch(() => ({ value: undefined }));
      signal.throwIfAborted();
      if (value === undefined) {
        blocks = await again(open, signal);
        continue;
      }
      lastId = readId(value) ?? lastId;
      const [, data] = /^data: (.*)$/m.exec(value) ?? [];
      if (data !== undefined) return checkAnswer(WebhookDelivery, parseJson(data));
    }
  }

  return {
    /** The next change, or `undefined` if the signal has aborted. @throws UsageError when the service does not come back. */
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

/** Runs a call that may fail for a moment, up to five times. Rejects with the last error, or as soon as the signal aborts. */
async function persist<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (const ms of PAUSES_MS) {
    try {
      return await run();
    } catch {
      await sleep(ms, undefined, { signal });
    }
  }
  return run();
}

/**
 * Reads a delivery with its attempts.
 *
 * @param gone The statuses of an answer for which it resolves with `undefined`. Default: 404, after a reset.
 */
export async function readDelivery(
  { api }: Pick<Connection, 'api'>,
  id: string,
  gone: readonly number[] = [404],
) {
  try {
    return await api(WebhookDeliveryWithAttempts, 'GET', `/v1/webhook-deliveries/${id}`);
  } catch (error) {
    if (error instanceof SandboxError && gone.includes(error.status ?? 0)) return undefined;
    throw error;
  }
}
