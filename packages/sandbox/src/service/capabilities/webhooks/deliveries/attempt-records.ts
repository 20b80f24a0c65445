import { and, asc, eq, ne, sql as raw, type SQL } from 'drizzle-orm';
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
import type { Command } from '../../../kernel/command.js';
import { jsonRows } from '../../../kernel/json-rows.js';
import { GROUP_BYTES } from '../../../kernel/share-work.js';
import { updateRows, writeRows } from '../../../kernel/update-rows.js';
import { type FailureCause, noFailure } from '../delivery-records.js';
import type { DeliveryStatus } from '../delivery-states.js';
import { type DeliveryRow, isOwn, lastAttempts } from './records.js';

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
      raw`unnest(${raw.placeholder('deliveries')}::text[], ${raw.placeholder('statuses')}::text[],
        ${raw.placeholder('requests')}::int[]) as r(id, status, requests)`,
    )
    .where(raw`${deliveries.id} = r.id`)
    .prepare('start_attempts');
});

/** Records attempts, and adds them to the counts of their deliveries. */
export async function writeStarted(
  { tx, now }: Pick<Command, 'tx' | 'now'>,
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
    deliveries: started.map(({ id }) => id),
    statuses: started.map(({ status }) => status),
    requests: started.map(({ requests }) => requests.length),
    now: startedAt,
  });
}

/** The result of a request, as the statement takes it. */
export interface ResultRow {
  /** The id of its attempt. */
  readonly id: string;
  /** The number of its job. */
  readonly job: number;
  readonly state: 'succeeded' | 'failed';
  readonly duration: number;
  readonly status: number | undefined;
  readonly headers: object | undefined;
  readonly body: string | undefined;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

/** The success of a delivery, as the statement takes it. */
interface SuccessRow {
  readonly attempt: string;
  readonly delivery: string;
  readonly endpoint: string;
  /** The URL of the request. The endpoint may have another one now. */
  readonly url: string;
  readonly status: DeliveryStatus;
  /** The time of the success. Omitted if the stored time stays. */
  readonly at?: Date;
}

const now = raw`${raw.placeholder('now')}::timestamptz`;
// Each part acts on the results of the parts before it.
const endStatement = (name: string, config: { readonly skipLocked?: true }) =>
  prepareOnce((tx) => {
    const free = tx.$with('free').as(
      tx
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(raw`${deliveries.id} = any(${raw.placeholder('deliveries')}::text[])`)
        .for('no key update', config),
    );
    const removed = tx.$with('removed').as(
      tx
        .delete(jobs)
        .where(and(isHeldByUs, raw`${jobs.ref} in (select id from free)`))
        .returning({ seq: jobs.seq }),
    );
    const saved = tx.$with('saved').as(
      writeRows(tx, attempts, {
        state: raw`r.state`,
        durationMs: raw`r.duration`,
        responseStatus: raw`r.status`,
        responseHeaders: raw`r.headers`,
        responseBody: raw`r.body`,
        errorCode: raw`r.code`,
        errorMessage: raw`r.message`,
      })
        .from(
          raw`json_to_recordset(${raw.placeholder('results')}::json) as r(id text, job bigint, state text, duration int,
          status int, headers json, body text, code text, message text) join removed on removed.seq = r.job`,
        )
        .where(and(raw`${attempts.id} = r.id`, eq(attempts.state, 'started')))
        .returning({ id: attempts.id }),
    );
    const succeeded = tx.$with('succeeded', {}).as(
      raw`select s.* from json_to_recordset(${raw.placeholder('successes')}::json) as s(attempt text, delivery text,
      endpoint text, url text, status text, at timestamptz) join saved on saved.id = s.attempt`,
    );
    const settled = tx.$with('settled').as(
      writeRows(tx, deliveries, {
        status: raw`s.status`,
        statusBeforeReplay: null,
        nextAttemptAt: null,
        succeededAt: raw`coalesce(s.at, ${deliveries.succeededAt})`,
        ...noFailure,
        updatedAt: now,
      })
        .from(raw`succeeded s`)
        .where(
          raw`${deliveries.id} = s.delivery and ${deliveries.status} = ${raw.placeholder('from')}::text`,
        )
        .returning({ id: deliveries.id }),
    );
    const answered = tx
      .$with('answered', {})
      .as(raw`select endpoint, url, count(*)::int as successes from succeeded group by 1, 2`);
    const addHealth = () =>
      writeRows(tx, endpoints, {
        failuresInARow: 0,
        failingSince: null,
        lastSuccessAt: now,
        successesToRecover: raw`greatest(0, ${endpoints.successesToRecover} - a.successes)`,
      }).from(raw`answered a`);
    const ofAnswered = raw`${endpoints.id} = a.endpoint and ${endpoints.url} = a.url`;
    const healthy = tx.$with('healthy').as(
      addHealth()
        .where(
          raw`${ofAnswered} and ${endpoints.id} in (select id from ${endpoints}
          where id in (select endpoint from answered) for no key update skip locked)`,
        )
        .returning({ id: endpoints.id }),
    );
    // The others are locked: results of about this time are being recorded. Only a change of health is worth a wait.
    const recovered = tx.$with('recovered').as(
      addHealth()
        .where(
          raw`${ofAnswered} and (${endpoints.successesToRecover} > 0 or ${endpoints.lastSuccessAt} is null)
          and ${endpoints.id} not in (select id from healthy)`,
        )
        .returning({ id: endpoints.id }),
    );
    return tx
      .with(free, removed, saved, succeeded, settled, answered, healthy, recovered)
      .select({ id: saved.id })
      .from(saved)
      .prepare(name);
  });

const endGroup = endStatement('end_attempts', { skipLocked: true });
const endOne = endStatement('end_attempt', {});

/**
 * Removes the jobs of attempts, records their results, and updates the deliveries and endpoints of successes, in one statement.
 *
 * @param from Deliveries with another status stay as they are.
 * @param which `group`: skips deliveries that another transaction holds.
 * @returns the ids of the attempts that had no result yet, and whose job this process still held.
 */
export async function endAttempts(
  { tx, now }: Pick<Command, 'tx' | 'now'>,
  held: readonly HeldJob[],
  results: readonly ResultRow[],
  successes: readonly SuccessRow[],
  from: DeliveryStatus,
  which: 'group' | 'one',
): Promise<ReadonlySet<string>> {
  const rows = await (which === 'group' ? endGroup : endOne)(tx).execute({
    ...keysOf(held),
    deliveries: held.map(({ job }) => job.ref),
    results: JSON.stringify(results),
    successes: JSON.stringify(successes),
    from,
    now: now.toISOString(),
  });
  return new Set(rows.map(({ id }) => id));
}

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

/** Counts the attempts that use up the policy: neither those that a fault added nor those that a dead process left. */
export function countUsedAttempts(tx: Sql, deliveryId: string): Promise<number> {
  return tx.$count(
    attempts,
    and(eq(attempts.deliveryId, deliveryId), ne(attempts.state, 'interrupted'), isOwn),
  );
}

/** After this many interruptions in a row, an attempt has failed: the delivery itself may be killing the processes. */
export const MOST_INTERRUPTIONS = 3;

/** Whether the attempt in flight of a delivery is the last of too many in a row without a result. */
export async function isInterruptedTooOften(tx: Sql, deliveryId: string): Promise<boolean> {
  const last = await lastAttempts(tx, deliveryId, MOST_INTERRUPTIONS, 'own');
  const without = last.filter(({ state }) => state === 'started' || state === 'interrupted');
  return without.length === MOST_INTERRUPTIONS;
}

/** Records that the attempts in flight of a delivery have no result: the process that made them is gone. */
export async function interruptAttempts(tx: Sql, deliveryId: string): Promise<void> {
  await writeRows(tx, attempts, { state: 'interrupted' }).where(
    and(eq(attempts.deliveryId, deliveryId), eq(attempts.state, 'started')),
  );
}

/** Records an attempt that the service could not make. */
export async function insertUnsent(
  { tx, now, nextId }: Command,
  attempt: Pick<typeof attempts.$inferInsert, 'deliveryId' | 'number' | 'trigger' | 'url'>,
): Promise<void> {
  await tx.insert(attempts).values({
    ...attempt,
    id: await nextId('att'),
    state: 'failed',
    requestHeaders: {},
    signedAt: new Date(),
    startedAt: now,
    errorCode: 'service_failed',
    errorMessage: 'The service has failed to make the attempt. Nothing was sent.',
  });
}

export async function failInterrupted(tx: Sql, id: string, errorMessage: string): Promise<void> {
  const columns = { state: 'failed', errorCode: 'interrupted', errorMessage } as const;
  await writeRows(tx, attempts, columns).where(eq(attempts.id, id));
}
