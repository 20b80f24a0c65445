import type { Sql } from '../../../db/sql.js';
import type { StreamContext } from '../../../http/operation.js';
import type { Scope } from '../../../kernel/scope.js';
import { limits } from '../../../limits/limits.js';
import { type ChangeFilter, endOfChanges, selectChanges } from './change-records.js';
import {
  behind,
  readPosition,
  type StreamPosition,
  whereToGoOn,
  writePosition,
} from './stream-position.js';
import { deliveryToWire } from './wire.js';

// Also how soon the changes of another process are seen, whose commits give no signal here.
const HEARTBEAT_MS = 15_000;
const { most: BATCH } = limits.changesOfStream;

/**
 * The statuses that deliveries get, as server-sent events in the order of their commits. The id of an event is the position
 * of its change, after which a client goes on. It reads as fast as the client does, and keeps one batch. It ends when the service
 * stops or the key is revoked.
 */
export async function deliveryStream(
  filter: ChangeFilter,
  context: StreamContext,
): Promise<ReadableStream<Uint8Array>> {
  const { sql, scope, commits, isAuthorized, onError } = context;
  const encoder = new TextEncoder();
  const canceled = new AbortController();
  let after = readPosition(context.lastEventId) ?? behind(await endOfChanges(sql));
  let heartbeatAt = performance.now() + HEARTBEAT_MS;

  /** Waits for changes, and returns them as events. Undefined: the stream has ended. */
  async function next(): Promise<string | undefined> {
    while (!commits.closed && !canceled.signal.aborted) {
      const seen = commits.count;
      if (!(await isAuthorized())) return undefined;
      const batch = await changesAfter(sql, scope, filter, after);
      after = batch.last;
      if (batch.events !== '') return batch.events;
      const patience = heartbeatAt - performance.now();
      // With its id, so that a client that has seen no event goes on from here.
      if (patience <= 0) return `: heartbeat\nid: ${writePosition(after)}\n\n`;
      await commits.after(seen, patience, canceled.signal);
    }
    return undefined;
  }

  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`id: ${writePosition(after)}\n\n`));
    },
    async pull(controller) {
      try {
        const text = await next();
        if (canceled.signal.aborted) return;
        heartbeatAt = performance.now() + HEARTBEAT_MS;
        if (text !== undefined) controller.enqueue(encoder.encode(text));
        else controller.close();
      } catch (error) {
        // The database closes after the streams.
        if (!commits.closed) onError(error);
        controller.error(error);
      }
    },
    cancel() {
      canceled.abort();
    },
  });
}

interface Changes {
  /** The changes that the stream shows. */
  readonly events: string;
  /** The position up to which there is no other. */
  readonly last: StreamPosition;
}

async function changesAfter(
  sql: Sql,
  scope: Scope,
  filter: ChangeFilter,
  after: StreamPosition,
): Promise<Changes> {
  const end = await endOfChanges(sql);
  const from = whereToGoOn(after, end);
  if (from.transaction >= end.transaction) return { events: '', last: from };
  const rows = await selectChanges(sql, scope, filter, from, end, BATCH);
  const shown = rows.map(({ change: { transaction, seq, ...then }, delivery }) => {
    const { status: had, attemptCount, nextAttemptAt, succeededAt } = then;
    const atThatTime = { ...delivery, status: had, attemptCount, nextAttemptAt, succeededAt };
    const data = JSON.stringify(deliveryToWire(atThatTime));
    return `id: ${writePosition({ transaction, seq })}\ndata: ${data}\n\n`;
  });
  const last = rows.length < BATCH ? undefined : rows.at(-1)?.change;
  return { events: shown.join(''), last: last ?? behind(end) };
}
