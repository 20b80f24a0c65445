import { and, asc, eq, gt, lte } from 'drizzle-orm';
import type { StreamContext } from '../../api/operation.js';
import {
  counters,
  events,
  webhookDeliveries,
  webhookDeliveryChanges,
} from '../../store/schema/index.js';
import { inScope, type Scope } from '../../store/scope.js';
import type { Sql } from '../../store/sql.js';
import { deliveryToWire } from './queries.js';
import type { DeliveryStatus } from './states.js';

/** The changes that a stream shows. */
interface ChangeFilter {
  readonly endpointId?: string | undefined;
  readonly eventType?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
}

// Also how soon the changes of another process are seen, whose commits give no signal here.
const HEARTBEAT_MS = 15_000;
const BATCH = 100;

/**
 * The statuses that deliveries get, as server-sent events in the order of their commits. The id of an event is the number of
 * its change, after which a client goes on. It reads as fast as the client does, and keeps one batch. It ends when the service
 * stops or the key is revoked.
 */
export async function deliveryStream(
  filter: ChangeFilter,
  context: StreamContext,
): Promise<ReadableStream<Uint8Array>> {
  const { sql, scope, commits, isAuthorized, onError } = context;
  const encoder = new TextEncoder();
  const canceled = new AbortController();
  let after = context.lastEventId ?? (await lastChange(sql));
  let heartbeatAt = performance.now() + HEARTBEAT_MS;

  /** What there is to send now. Undefined: nothing, or the end. */
  async function next(): Promise<string | undefined> {
    while (!commits.closed && !canceled.signal.aborted) {
      const seen = commits.count;
      if (!(await isAuthorized())) return undefined;
      const batch = await changesAfter(sql, scope, filter, after);
      after = batch.last;
      if (batch.events !== '') return batch.events;
      const patience = heartbeatAt - performance.now();
      // With its id, so that a client that has seen no event goes on from here.
      if (patience <= 0) return `: heartbeat\nid: ${after}\n\n`;
      await commits.after(seen, patience, canceled.signal);
    }
    return undefined;
  }

  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(`id: ${after}\n\n`));
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
  /** The number up to which there is no other. */
  readonly last: number;
}

async function changesAfter(
  sql: Sql,
  scope: Scope,
  { endpointId, eventType, status }: ChangeFilter,
  after: number,
): Promise<Changes> {
  const last = await lastChange(sql);
  if (last === after) return { events: '', last };
  const change = webhookDeliveryChanges;
  const rows = await sql
    .select({
      change,
      delivery: webhookDeliveries,
      event: { type: events.type, test: events.test },
    })
    .from(change)
    .innerJoin(webhookDeliveries, eq(webhookDeliveries.id, change.deliveryId))
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .where(
      and(
        inScope(change, scope),
        // A client may come from an earlier start of the service.
        gt(change.number, after > last ? 0 : after),
        lte(change.number, last),
        endpointId === undefined ? undefined : eq(webhookDeliveries.endpointId, endpointId),
        eventType === undefined ? undefined : eq(events.type, eventType),
        status === undefined ? undefined : eq(change.status, status),
      ),
    )
    .orderBy(asc(change.number))
    .limit(BATCH);
  const shown = rows.map(({ change: { number, ...then }, delivery, event }) => {
    const { status: had, attemptCount, nextAttemptAt, succeededAt } = then;
    const atThatTime = { ...delivery, status: had, attemptCount, nextAttemptAt, succeededAt };
    const data = JSON.stringify(deliveryToWire({ delivery: atThatTime, event }));
    return `id: ${number}\ndata: ${data}\n\n`;
  });
  const end = rows.length < BATCH ? last : (rows.at(-1)?.change.number ?? last);
  return { events: shown.join(''), last: end };
}

/** The number of the last change that is committed. */
async function lastChange(sql: Sql): Promise<number> {
  const [row] = await sql
    .select({ last: counters.last })
    .from(counters)
    .where(eq(counters.kind, 'delivery_change'));
  return row?.last ?? 0;
}
