import { and, eq, sql as raw } from 'drizzle-orm';
import {
  webhookAttempts as attempts,
  webhookDeliveries as deliveries,
  webhookEndpoints as endpoints,
  jobs,
} from '../../../db/schema/index.js';
import { prepareOnce } from '../../../db/sql.js';
import { type HeldJob, isHeldByUs, keysOf } from '../../../engine/take-jobs.js';
import type { Command } from '../../../kernel/command.js';
import { writeRows } from '../../../kernel/update-rows.js';
import { noFailure } from '../delivery-records.js';
import type { DeliveryStatus } from '../delivery-states.js';

/** The result of a request, as the statement takes it. */
export interface ResultRow {
  /** The id of its attempt. */
  readonly id: string;
  readonly delivery: string;
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
        .where(
          raw`${deliveries.id} in (select delivery from json_to_recordset(${raw.placeholder('results')}::json) as r(delivery text))`,
        )
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
    results: JSON.stringify(results),
    successes: JSON.stringify(successes),
    from,
    now: now.toISOString(),
  });
  return new Set(rows.map(({ id }) => id));
}
