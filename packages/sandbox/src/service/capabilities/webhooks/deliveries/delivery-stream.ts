import type { StreamContext } from '../../../http/operation.js';
import type { ChangeFeed, Follower } from './change-feed.js';
import { type Change, type ChangeReader, endOfChanges } from './change-records.js';
import { positionAfter, readPosition, resumePosition, writePosition } from './stream-position.js';
import { deliveryToWire } from './wire.js';

// Also the longest delay of changes by another process, whose commits may give no signal here.
const HEARTBEAT_MS = 15_000;

interface StreamOptions {
  /** Called after each commit. By default, the stream continues. */
  readonly continues?: () => Promise<boolean>;
  /** Whether each id without a delivery is an event too, named `position`. */
  readonly positions?: boolean;
}

/**
 * Streams the status changes of deliveries as server-sent events, in the order of their commits. The id of an event is the
 * position of its change, after which a client continues. Reads as fast as the client does, and keeps one batch. Ends when the
 * service stops, the key is revoked, or `continues` resolves with `false`.
 */
export async function deliveryStream(
  filter: ChangeReader['filter'],
  context: StreamContext,
  feed: ChangeFeed,
  { continues = async () => true, positions = false }: StreamOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const { sql, scope, commits, isAuthorized, onError } = context;
  const encoder = new TextEncoder();
  const canceled = new AbortController();
  const given = readPosition(context.lastEventId);
  const end = await endOfChanges(sql);
  const follower: Follower = {
    scope,
    filter,
    after: given ? resumePosition(given, end) : positionAfter(end),
  };
  const leave = feed.follow(follower, end);
  let heartbeatAt = performance.now() + HEARTBEAT_MS;

  // Browsers dispatch only events with `data` to a page.
  const showPosition = (): string =>
    `id: ${writePosition(follower.after)}\n${positions ? 'event: position\ndata:\n' : ''}\n`;

  /** Waits for changes, and returns them as events, or `undefined` if the stream has ended. */
  async function next(): Promise<string | undefined> {
    while (!commits.closed && !canceled.signal.aborted) {
      const seen = commits.count;
      if (!(await isAuthorized()) || !(await continues())) return undefined;
      const { changes, isLast } = await feed.next(follower, context);
      if (changes.length > 0) return changes.map(showChange).join('');
      if (!isLast) continue;
      const patience = heartbeatAt - performance.now();
      // Has the id, so that a client that has seen no event continues from here.
      if (patience <= 0) return `: heartbeat\n${showPosition()}`;
      await commits.after(seen, patience, canceled.signal);
    }
    return undefined;
  }

  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(showPosition()));
    },
    async pull(controller) {
      try {
        const text = await next();
        if (canceled.signal.aborted) return;
        heartbeatAt = performance.now() + HEARTBEAT_MS;
        if (text !== undefined) return controller.enqueue(encoder.encode(text));
        leave();
        controller.close();
      } catch (error) {
        leave();
        // The database closes after the streams.
        if (!commits.closed) onError(error);
        controller.error(error);
      }
    },
    cancel() {
      leave();
      canceled.abort();
    },
  });
}

function showChange({ change, delivery, lastAttempt }: Change): string {
  const { transaction, seq, status, attemptCount, cause } = change;
  const { nextAttemptAt, succeededAt, updatedAt } = change;
  const then = { status, attemptCount, cause, nextAttemptAt, succeededAt, updatedAt };
  // The attempt may have ended meanwhile.
  const inFlight = {
    state: 'started',
    responseStatus: null,
    errorCode: null,
    errorMessage: null,
  } as const;
  const last =
    status === 'delivering' && lastAttempt ? { ...lastAttempt, ...inFlight } : lastAttempt;
  const data = JSON.stringify(deliveryToWire({ ...delivery, ...then, lastAttempt: last }));
  return `id: ${writePosition({ transaction, seq })}\ndata: ${data}\n\n`;
}
