import type { z } from 'zod';
import type { Sql } from '../../../db/sql.js';
import { toWire, type WireOf } from '../../../http/wire.js';
import { later } from '../../../kernel/calendar/days.js';
import type { Scope } from '../../../kernel/command.js';
import { limits } from '../../../limits/limits.js';
import type { DeliveryStatus } from '../delivery-states.js';
import { findCause } from '../diagnosis/find-cause.js';
import { newestWithin } from './records.js';
import {
  countAnswers,
  countDeliveries,
  countInStatuses,
  selectFailures,
} from './statistics-records.js';
import { EARLIEST, timeBuckets } from './time-buckets.js';
import {
  type PeriodFilter,
  type WebhookDeliveryCounts,
  type WebhookDeliveryFailures,
  type WebhookDeliveryStatistics,
  WebhookEndpointPeriod,
  type WebhookEndpointStatistics,
} from './wire.js';

const DAY = 24 * 60 * 60 * 1000;

type Filter = z.output<typeof PeriodFilter>;

const noAnswers = {
  byResponse: { '2xx': 0, '3xx': 0, '4xx': 0, '5xx': 0, none: 0 },
  medianResponseMs: null,
  p95ResponseMs: null,
};

export async function endpointStatistics(
  sql: Sql,
  scope: Scope,
  endpointId: string,
  now: Date,
): Promise<WireOf<typeof WebhookEndpointStatistics>> {
  const within = await newestWithin({ endpointId }, scope, sql);
  const ofLast = async (days: number) => {
    const from = new Date(now.getTime() - days * DAY);
    const { seconds, starts } = timeBuckets(new Date(from.getTime() + 1), now);
    const { whole, parts } = await countAnswers(sql, within, { from, to: now }, seconds);
    const buckets = starts.map((start) => ({
      ...(parts.find((part) => part.start.getTime() === start.getTime()) ?? noAnswers),
      start,
    }));
    return toWire(WebhookEndpointPeriod, { ...whole, from, bucketSeconds: seconds, buckets });
  };
  return {
    endpointId,
    to: now,
    last24Hours: await ofLast(1),
    last7Days: await ofLast(7),
    last30Days: await ofLast(30),
  };
}

/** Counts deliveries by their status, each up to a limit. */
export async function deliveryCounts(
  sql: Sql,
  scope: Scope,
  filter: { readonly endpointId?: string | undefined },
): Promise<WireOf<typeof WebhookDeliveryCounts>> {
  const { most } = limits.countedInStatus;
  return { byStatus: sumByStatus(await countInStatuses(sql, scope, filter, most)) };
}

/** Counts deliveries by their status, and by when they were created. */
export async function deliveryStatistics(
  sql: Sql,
  scope: Scope,
  now: Date,
  filter: Filter,
): Promise<WireOf<typeof WebhookDeliveryStatistics>> {
  const range = toRange(now, filter);
  const { most } = limits.countedInRange;
  const { seconds, starts } = timeBuckets(range.first, range.last);
  const within = await newestWithin(filter, scope, sql);
  const counts =
    starts.length === 0 ? [] : await countDeliveries(sql, within, range, seconds, most);
  const total = sum(counts);
  return {
    from: range.from,
    to: range.to,
    bucketSeconds: seconds,
    total,
    byStatus: sumByStatus(counts),
    complete: total < most,
    buckets: starts.map((start) => {
      const here = counts.filter((one) => one.start.getTime() === start.getTime());
      return { start, total: sum(here), ...sumByStatus(here) };
    }),
  };
}

/** Groups the deliveries that have not arrived by endpoint and cause. */
export async function deliveryFailures(
  sql: Sql,
  scope: Scope,
  { endpointId, createdAfter, createdBefore }: Filter,
): Promise<WireOf<typeof WebhookDeliveryFailures>> {
  const rows = await selectFailures(sql, scope, {
    endpointId,
    createdAfter: createdAfter === undefined ? undefined : new Date(createdAfter),
    createdBefore: createdBefore === undefined ? undefined : new Date(createdBefore),
  });
  return {
    failures: rows.map(({ attempt, cause, ...group }) => ({
      ...group,
      cause: { ...findCause(attempt), code: cause },
    })),
  };
}

type StatusCounts = Awaited<ReturnType<typeof countInStatuses>>;

function sum(counts: StatusCounts): number {
  return counts.reduce((total, { deliveries }) => total + deliveries, 0);
}

function sumByStatus(counts: StatusCounts) {
  const inStatus = (status: DeliveryStatus): number =>
    sum(counts.filter((one) => one.status === status));
  return {
    scheduled: inStatus('scheduled'),
    delivering: inStatus('delivering'),
    retrying: inStatus('retrying'),
    succeeded: inStatus('succeeded'),
    failed: inStatus('failed'),
    held: inStatus('held'),
    canceled: inStatus('canceled'),
  };
}

// The times of a filter are exclusive, as in lists. A range up to now includes deliveries that are created now.
function toRange(now: Date, { createdAfter, createdBefore }: Filter) {
  const after = createdAfter === undefined ? undefined : new Date(createdAfter);
  const to = createdBefore === undefined ? later(now, after ?? now) : new Date(createdBefore);
  const from = after ?? later(EARLIEST, new Date(to.getTime() - DAY));
  return {
    from,
    to,
    // The earliest and the latest creation time in the range.
    first: new Date(from.getTime() + 1),
    last: createdBefore === undefined ? to : new Date(to.getTime() - 1),
  };
}
