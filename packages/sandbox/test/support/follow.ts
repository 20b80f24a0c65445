import { onTestFinished } from 'vitest';
import { blocksOf } from '../../src/cli/running-service/delivery-changes.js';
import { isRecord } from '../../src/handle/call-service.js';
import type { TestService } from './service.js';

/** A server-sent event with JSON in it. */
interface StreamedEvent {
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A stream of deliveries as a client reads it. */
export interface Followed {
  /** The id that the stream began with: the id of the event before its first. */
  readonly startId: string;
  /** The next events. Rejects if the stream ends before. */
  take(count: number): Promise<readonly StreamedEvent[]>;
  /** Resolves when the stream has ended, by its last byte or by its connection. */
  ended(): Promise<void>;
  /** Closes the connection. */
  leave(): Promise<void>;
}

/** Opens `GET /v1/webhook-deliveries/stream`. */
export async function follow(
  { description }: TestService,
  { query = '', lastEventId, key = description.keys.full }: FollowOptions = {},
): Promise<Followed> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(`${description.url}/v1/webhook-deliveries/stream${query}`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: leaving.signal,
  });
  if (!response.ok || !response.body) throw new Error(await response.text());
  const blocks = blocksOf(response.body);
  const { value: start } = await blocks.next();
  return {
    startId: idOf(start ?? ''),
    async take(count) {
      const events: StreamedEvent[] = [];
      while (events.length < count) {
        const { value, done } = await blocks.next();
        if (done) throw new Error(`The stream has ended after ${events.length} events.`);
        const [, json] = /^data: (.*)$/m.exec(value) ?? [];
        const data: unknown = json === undefined ? undefined : JSON.parse(json);
        if (isRecord(data)) events.push({ id: idOf(value), data });
      }
      return events;
    },
    async ended() {
      try {
        while (!(await blocks.next()).done);
      } catch {
        // The connection was closed.
      }
    },
    async leave() {
      leaving.abort();
      await blocks.return?.(undefined).catch(() => {});
    },
  };
}

interface FollowOptions {
  readonly query?: string;
  readonly lastEventId?: string;
  readonly key?: string;
}

function idOf(block: string): string {
  return /^id: ([\d-]+)$/m.exec(block)?.[1] ?? '';
}
