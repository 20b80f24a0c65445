import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  min,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
  webhookEndpoints as endpoints,
  events,
  faults,
  jobs,
} from '../../../db/schema/index.js';
import { prepareOnce, type Sql } from '../../../db/sql.js';
import { type HeldJob, isHeldByUs, keysOf } from '../../../engine/take-jobs.js';
import { integrationResource, joinedResource, type RowOf } from '../../../http/resource.js';
import { type Command, idInScope, inTenant, ofOwner, type Scope } from '../../../kernel/command.js';
import { jsonRows } from '../../../kernel/json-rows.js';
import { GROUP_BYTES } from '../../../kernel/share-work.js';
import { updateRows } from '../../../kernel/update-rows.js';
import { type FailureCause, noFailure } from '../delivery-records.js';
import type { DeliveryStatus } from '../delivery-states.js';
import { isAbout } from '../events/records.js';
import type { OwnedEvent } from '../events/store-event.js';
import { type AttemptRow, type LastAttempt, selectLastAttempt } from './attempt-records.js';
import { startOfBucket } from './time-buckets.js';

export const deliveryRecords = integrationResource(deliveries, 'webhook_delivery');
export type DeliveryRow = RowOf<typeof deliveries>;

/** A delivery as the API shows it: with the subject of its event and its last attempt. */
export interface ShownDelivery extends DeliveryRow {
  readonly subjectId: string;
  /** Whether the event has a body with `related`. */
  readonly hasRelated: boolean;
  /** The last attempt that counts for the delivery. `null` if there is none yet. */
  readonly lastAttempt: Pick<
    AttemptRow,
    'number' | 'state' | 'responseStatus' | 'errorCode' | 'errorMessage'
  > | null;
}

/** The columns of a shown delivery, from its table, the table of its event, and {@link selectLastAttempt}. */
export const shownColumns = (last: LastAttempt) => ({
  ...getTableColumns(deliveries),
  subjectId: events.subjectId,
  hasRelated: raw<boolean>`${events.bodyWithRelated} is not null`,
  lastAttempt: {
    number: last.number,
    state: last.state,
    responseStatus: last.responseStatus,
    errorCode: last.errorCode,
    errorMessage: last.errorMessage,
  },
});

export const shownDeliveries = joinedResource<typeof deliveries, ShownDelivery>(
  deliveries,
  'webhook_delivery',
  (sql) => {
    const last = selectLastAttempt(sql, deliveries.attemptCount);
    return sql
      .select(shownColumns(last))
      .from(deliveries)
      .innerJoin(events, eq(events.id, deliveries.eventId))
      .leftJoinLateral(last, raw`true`)
      .$dynamic();
  },
);

/** The condition for the deliveries that a principal may see, of all endpoints or of one. */
export function deliveriesWithin(
  { endpointId }: { readonly endpointId?: string | undefined },
  scope: Scope,
  sql: Sql,
): SQL {
  if (endpointId === undefined) return ofOwner(deliveries, scope);
  // The deliveries of an endpoint have its owner, so no other condition is needed. With one, the database would combine the
  // indexes of the endpoint and of the owner, and read all entries of both.
  return eq(deliveries.endpointId, visibleEndpoint(sql, scope, endpointId));
}

function visibleEndpoint(sql: Sql, scope: Scope, endpointId: string) {
  return sql
    .select({ id: endpoints.id })
    .from(endpoints)
    .where(idInScope(endpoints, scope, endpointId));
}

/**
 * The same condition, for a statement that reads the newest thousands. With the id of the endpoint itself, the database knows how many
 * deliveries it has. Otherwise it may read and sort all of them.
 */
export async function newestWithin(
  { endpointId }: { readonly endpointId?: string | undefined },
  scope: Scope,
  sql: Sql,
): Promise<SQL> {
  if (endpointId === undefined) return ofOwner(deliveries, scope);
  const [visible] = await visibleEndpoint(sql, scope, endpointId);
  return visible ? eq(deliveries.endpointId, visible.id) : raw`false`;
}

/** The condition for deliveries whose event is about an object, and has a reference of the caller. */
export function aboutSubject(
  {
    subjectId,
    externalId,
  }: { readonly subjectId?: string | undefined; readonly externalId?: string | undefined },
  scope: Scope,
  sql: Sql,
): SQL | undefined {
  const about = isAbout({ subjectId }, scope);
  return and(
    about && inArray(deliveries.eventId, sql.select({ id: events.id }).from(events).where(about)),
    // The index begins with the tenant.
    externalId === undefined
      ? undefined
      : and(inTenant(deliveries, scope), eq(deliveries.externalId, externalId)),
  );
}

/** The bytes that every attempt of a delivery sends. */
export function chooseBody(
  { variant }: DeliveryRow,
  { body, bodyWithRelated }: Pick<RowOf<typeof events>, 'body' | 'bodyWithRelated'>,
): Uint8Array {
  return variant === 'related' ? (bodyWithRelated ?? body) : body;
}

export async function readBody(sql: Sql, delivery: DeliveryRow): Promise<Uint8Array> {
  const { body, bodyWithRelated, id } = events;
  const [event] = await sql
    .select({ body, bodyWithRelated })
    .from(events)
    .where(eq(id, delivery.eventId));
  if (!event) throw new Error(`The event ${delivery.eventId} is gone.`);
  return chooseBody(delivery, event);
}

/** Counts the deliveries of each status that has any. @param most The highest count of a status. */
export function countInStatuses(
  sql: Sql,
  scope: Scope,
  filter: { readonly endpointId?: string | undefined },
  most: number,
) {
  const known = deliveries.status.enumValues;
  const counted = sql
    // The column of the index.
    .select({ status: raw`${deliveries.status}`.mapWith(deliveries.status).as('counted') })
    .from(deliveries)
    .where(and(deliveriesWithin(filter, scope, sql), raw`${deliveries.status} = known.status`))
    // In the order of an index, or the database would read the whole table for a rare status.
    .orderBy(desc(deliveries.createdAt), desc(deliveries.seq))
    .limit(most)
    .as('counted');
  return sql
    .select({ status: counted.status, deliveries: count() })
    .from(raw`unnest(${raw.param([...known])}::text[]) as known(status)`)
    .innerJoinLateral(counted, raw`true`)
    .groupBy(counted.status);
}

/** Counts the newest deliveries of a range by status and bucket of creation time. @param seconds The size of a bucket. */
export function countDeliveries(
  sql: Sql,
  within: SQL,
  { from, last }: { readonly from: Date; readonly last: Date },
  seconds: number,
  most: number,
) {
  const { createdAt, seq, status } = deliveries;
  const newest = sql
    .select({ createdAt, status })
    .from(deliveries)
    .where(and(within, gt(createdAt, from), lte(createdAt, last)))
    .orderBy(desc(createdAt), desc(seq))
    .limit(most)
    .as('newest');
  return sql
    .select({
      start: startOfBucket(newest.createdAt, seconds).mapWith(createdAt),
      status: newest.status,
      deliveries: count(),
    })
    .from(newest)
    .groupBy(raw`1`, newest.status);
}

/** Selects a delivery for the service itself. */
export function selectDelivery(tx: Sql, id: string) {
  return tx.select().from(deliveries).where(eq(deliveries.id, id));
}

/** Selects an endpoint for the service itself, even a deleted one. */
export function selectEndpoint(tx: Sql, id: string) {
  return tx.select().from(endpoints).where(eq(endpoints.id, id));
}

export function selectDeliveryEndpoint(tx: Sql, deliveryId: string) {
  const id = tx
    .select({ id: deliveries.endpointId })
    .from(deliveries)
    .where(eq(deliveries.id, deliveryId));
  return tx.select().from(endpoints).where(eq(endpoints.id, id));
}

// A group skips deliveries that another transaction holds, and has at most a mebibyte of bodies, or one delivery.
const isInGroup = raw`${jobs.seq} in (
  select seq from (
    select due.seq, row_number() over (order by due.ref) as place,
      sum(octet_length(event.body) + coalesce(octet_length(event.body_with_related), 0)) over (order by due.ref) as bytes
    from ${jobs} due join ${deliveries} delivery on delivery.id = due.ref join ${events} event on event.id = delivery.event_id
    where due.seq = any(${raw.placeholder('seqs')}::bigint[])
  ) sized where place = 1 or bytes <= ${raw.raw(`${GROUP_BYTES}`)})`;

const lockForAttempts = (
  which: SQL | undefined,
  name: string,
  config: { readonly skipLocked?: true },
) =>
  prepareOnce((tx) =>
    tx
      .select({
        seq: jobs.seq,
        delivery: deliveries,
        endpoint: endpoints,
        event: events,
        faulty: raw<boolean>`exists (select from ${faults})`,
      })
      .from(jobs)
      .innerJoin(deliveries, eq(deliveries.id, jobs.ref))
      .innerJoin(endpoints, eq(endpoints.id, deliveries.endpointId))
      .innerJoin(events, eq(events.id, deliveries.eventId))
      .where(and(isHeldByUs, which))
      // Groups of two processes lock in the same order.
      .orderBy(asc(deliveries.id))
      // A pause also locks the delivery first. Locking the job shows whether a pause has removed it meanwhile.
      .for('update', { of: [deliveries, jobs], ...config })
      .prepare(name),
  );

const lockGroup = lockForAttempts(isInGroup, 'lock_deliveries', { skipLocked: true });
const lockOne = lockForAttempts(undefined, 'lock_delivery', {});

/**
 * Locks deliveries that may be attempted, with the jobs that this process still holds.
 *
 * @param which `group`: only those that no other transaction holds, and no more than one statement may carry.
 */
export function lockDeliveries(tx: Sql, held: readonly HeldJob[], which: 'group' | 'one') {
  return (which === 'group' ? lockGroup : lockOne)(tx).execute(keysOf(held));
}

/** A delivery with what an attempt needs. */
export type LockedDelivery = Awaited<ReturnType<typeof lockDeliveries>>[number];

/** The columns that say why a delivery has not arrived. The time of the first failure stays while the cause does. */
function failureColumns({ now }: Pick<Command, 'now'>, cause: FailureCause) {
  const failingSince = raw`case when ${deliveries.cause} = ${cause} then ${deliveries.failingSince}
    else ${now.toISOString()}::timestamptz end`;
  return { cause, failingSince, failedAt: now };
}

/** Updates a delivery whose attempt has failed. @param from A delivery with another status stays as it is. */
export async function writeFailed(
  command: Command,
  { id, cause, ...changes }: Pick<DeliveryRow, 'id' | 'status' | 'nextAttemptAt' | 'cause'>,
  from: DeliveryStatus,
): Promise<void> {
  const failure = cause === null ? noFailure : failureColumns(command, cause);
  const columns = { ...changes, ...failure, statusBeforeReplay: null };
  await updateRows(command, deliveries, columns).where(
    and(eq(deliveries.id, id), eq(deliveries.status, from)),
  );
}

/** A delivery whose next attempt starts, and its requests: the attempt itself, and those that a fault adds. */
interface StartedDelivery {
  readonly id: string;
  readonly status: DeliveryStatus;
  readonly requests: readonly Omit<
    typeof attempts.$inferInsert,
    'deliveryId' | 'seq' | 'startedAt' | 'state'
  >[];
}

const attemptRows = jsonRows(attempts, [
  'id',
  'deliveryId',
  'number',
  'trigger',
  'state',
  'url',
  'requestHeaders',
  'signedAt',
  'startedAt',
  'fault',
]);
const startStatement = prepareOnce((tx) => {
  const { columns, read } = attemptRows;
  const recorded = tx.$with('recorded', {}).as(raw`insert into ${attempts} (${columns})
    select ${columns} from ${read(raw.placeholder('attempts'))}`);
  return tx
    .with(recorded)
    .update(deliveries)
    .set({
      status: raw`r.status`,
      attemptCount: raw`${deliveries.attemptCount} + r.requests`,
      nextAttemptAt: null,
      updatedAt: raw`${raw.placeholder('now')}::timestamptz`,
    })
    .from(
      raw`json_to_recordset(${raw.placeholder('started')}::json) as r(id text, status text, requests int)`,
    )
    .where(raw`${deliveries.id} = r.id`)
    .prepare('start_attempts');
});

/** Records attempts, and adds them to the counts of their deliveries. */
export async function writeStarted(
  { tx, now }: Command,
  started: readonly StartedDelivery[],
): Promise<void> {
  if (started.length === 0) return;
  const startedAt = now.toISOString();
  const rows = started.flatMap(({ id: deliveryId, requests }) =>
    requests.map((request) => ({
      fault: null,
      ...request,
      deliveryId,
      state: 'started',
      startedAt,
    })),
  );
  await startStatement(tx).execute({
    attempts: attemptRows.write(rows),
    started: JSON.stringify(
      started.map(({ id, status, requests }) => ({ id, status, requests: requests.length })),
    ),
    now: startedAt,
  });
}

/** Makes replays due. A replay that fails goes back to the status that its delivery has now. */
export async function insertReplays(
  command: Command,
  { id: endpointId, tenantId }: { readonly id: string; readonly tenantId: string },
  ids: readonly string[],
  changes: Partial<DeliveryRow>,
): Promise<void> {
  const statusBeforeReplay = raw`${deliveries.status}`;
  await updateRows(command, deliveries, { ...changes, statusBeforeReplay }).where(
    inArray(deliveries.id, [...ids]),
  );
  const job = { kind: 'manual_attempt' as const, dueAt: command.now, endpointId, tenantId };
  await command.tx.insert(jobs).values(ids.map((ref) => ({ ...job, ref })));
}

/** The deliveries or events of a recovery: created from `since`, at that time with a `seq` after `after`, and up to `until`. */
export interface Range {
  readonly since: Date;
  readonly after: number;
  readonly until: Date;
  /** Only deliveries that failed for this cause. */
  readonly cause?: FailureCause | undefined;
}

export function countFailed(tx: Sql, endpointId: string, range: Range): Promise<number> {
  return tx.$count(deliveries, isFailed(endpointId, range));
}

/** Counts the deliveries of a range that have failed and will be retried, and finds when the first of them is due. */
export async function countRetrying(tx: Sql, endpointId: string, { since, until, cause }: Range) {
  const { createdAt, nextAttemptAt, status } = deliveries;
  const [counted] = await tx
    .select({ retrying: count(), nextAttemptAt: min(nextAttemptAt) })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.endpointId, endpointId),
        eq(status, 'retrying'),
        gte(createdAt, since),
        lte(createdAt, until),
        cause && eq(deliveries.cause, cause),
      ),
    );
  return counted ?? { retrying: 0, nextAttemptAt: null };
}

/** Locks the oldest failed deliveries of a range. Skips those that another transaction holds. */
export function lockFailed(tx: Sql, endpointId: string, range: Range, most: number) {
  return tx
    .select()
    .from(deliveries)
    .where(isFailed(endpointId, range))
    .orderBy(asc(deliveries.createdAt), asc(deliveries.seq))
    .limit(most)
    .for('update', { skipLocked: true });
}

function isFailed(endpointId: string, { since, after, until, cause }: Range): SQL | undefined {
  const { createdAt, seq, status, statusBeforeReplay } = deliveries;
  return and(
    eq(deliveries.endpointId, endpointId),
    eq(status, 'failed'),
    isNull(statusBeforeReplay),
    raw`(${createdAt}, ${seq}) > (${since.toISOString()}::timestamptz, ${after}::bigint)`,
    lte(createdAt, until),
    cause && eq(deliveries.cause, cause),
  );
}

/** Selects the endpoints that subscribe to an event. @param endpointId Only this one. Default: all. */
export function selectSubscribers(
  tx: Sql,
  { type, tenantId, integrationId }: OwnedEvent,
  endpointId?: string,
) {
  return tx
    .select()
    .from(endpoints)
    .where(
      and(
        eq(endpoints.tenantId, tenantId),
        integrationId === null
          ? isNull(endpoints.integrationId)
          : eq(endpoints.integrationId, integrationId),
        isNull(endpoints.deletedAt),
        endpointId === undefined ? undefined : eq(endpoints.id, endpointId),
        raw`${type} = any(${endpoints.eventTypes})`,
      ),
    )
    .orderBy(endpoints.seq);
}
