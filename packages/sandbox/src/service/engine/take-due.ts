import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { jobs, webhookEndpoints } from '../db/schema/index.js';
import type { EngineRole } from './role/engine-role.js';
import { type HeldJob, isDue, isFree, leased } from './take-jobs.js';

/** A job that was taken because it is due. */
export interface DueJob extends HeldJob {
  /** Of its endpoint. Jobs without an endpoint are together as those of a tenant: the empty text. */
  readonly tenant: string;
}

/** How many jobs are taken. */
export interface TakeLimits {
  readonly jobs: number;
  /** The jobs in flight to one endpoint, in all processes. */
  readonly ofEndpoint: number;
  /** The jobs in flight of one tenant, in this process, while others have due work. */
  readonly ofTenant: number;
  /** The jobs in flight of a tenant, in this process, while no other has due work. */
  readonly ofOnlyTenant: number;
  /** The jobs in flight in this process, by tenant. */
  readonly inFlight: ReadonlyMap<string, number>;
}

/** How many of the first due jobs {@link takeFirstDue} looks at, whether it can take them or not. */
export const LOOKED_AT = 100;

const due = sql`${isDue} and ${isFree}`;
const inOrder = sql`order by ${jobs.dueAt}, ${jobs.seq}`;
const tenantOf = sql`coalesce(${webhookEndpoints.tenantId}, '')`;
const heldOfEndpoints = sql`held as materialized (
  select ${jobs.endpointId} as id, count(*) from ${jobs}
  where ${jobs.leaseUntil} >= now() and ${jobs.endpointId} is not null group by ${jobs.endpointId})`;

/**
 * Takes jobs in the order in which they fell due, as far as their endpoints and tenants are within their limits. It looks at the
 * first due jobs only. Where those are more than it may take, {@link takeOfEachEndpoint} finds what is behind them.
 */
export function takeFirstDue(role: EngineRole, most: TakeLimits): Promise<readonly DueJob[]> {
  const open = sql`with due as materialized (
      select ${jobs.seq}, ${jobs.dueAt}, ${jobs.endpointId} from ${jobs} where ${due} ${inOrder} limit ${LOOKED_AT}
    ), ${heldOfEndpoints}, placed_at_endpoint as (
      select due.*, coalesce(held.count, 0)
        + row_number() over (partition by due.endpoint_id order by due.due_at, due.seq) as place_at_endpoint
      from due left join held on held.id = due.endpoint_id
    ), open as (
      select placed.seq, placed.due_at, ${tenantOf} as tenant,
        (select count(*) = ${LOOKED_AT} from due) as others
      from placed_at_endpoint placed
        left join ${webhookEndpoints} on ${webhookEndpoints.id} = placed.endpoint_id
      where placed.endpoint_id is null or place_at_endpoint <= ${most.ofEndpoint}
    )`;
  return takeOpen(role, open, most);
}

/**
 * Takes the first due job of each endpoint, in their order. It goes from endpoint to endpoint by index, so thousands of jobs of one
 * that is at its limit cost nothing.
 */
export function takeOfEachEndpoint(role: EngineRole, most: TakeLimits): Promise<readonly DueJob[]> {
  const open = sql`with recursive endpoint(id) as (
      (select ${jobs.endpointId} from ${jobs} order by ${jobs.endpointId} limit 1)
      union all
      select (select next.endpoint_id from ${jobs} next where next.endpoint_id > endpoint.id
        order by next.endpoint_id limit 1)
      from endpoint where endpoint.id is not null
    ), ${heldOfEndpoints}, open as (
      select first.seq, first.due_at, ${tenantOf} as tenant, false as others
      from endpoint left join held on held.id = endpoint.id
        left join ${webhookEndpoints} on ${webhookEndpoints.id} = endpoint.id
        cross join lateral (select ${jobs.seq}, ${jobs.dueAt} from ${jobs}
          where ${jobs.endpointId} = endpoint.id and ${due} ${inOrder} limit 1) first
      where coalesce(held.count, 0) < ${most.ofEndpoint}
      union all
      (select ${jobs.seq}, ${jobs.dueAt}, '', false from ${jobs}
        where ${jobs.endpointId} is null and ${due} ${inOrder} limit ${most.jobs})
    )`;
  return takeOpen(role, open, most);
}

/**
 * Takes the first of some jobs, as far as their tenants are within their limits.
 *
 * @param open Ends with the jobs that may be taken for their endpoints, as `open`. Its `others` says that there are more of them.
 */
function takeOpen(role: EngineRole, open: SQL, most: TakeLimits): Promise<readonly DueJob[]> {
  const { inFlight, ofTenant, ofOnlyTenant } = most;
  const chosen = sql`(${open}, placed as (
      select seq, due_at, tenant, others or min(tenant) over () <> max(tenant) over () as contended,
        coalesce((${JSON.stringify(Object.fromEntries(inFlight))}::jsonb ->> tenant)::int, 0)
          + row_number() over (partition by tenant order by due_at, seq) as place
      from open
    ), first as (
      select seq, tenant from placed
      where place <= case when contended then ${ofTenant}::int else ${ofOnlyTenant}::int end
      order by due_at, seq limit ${most.jobs}
    )
    select ${jobs.seq}, first.tenant from first join ${jobs} on ${jobs.seq} = first.seq
    where ${isFree} and ${role.mayRun} for update of jobs skip locked) as chosen`;
  return role.take(async (tx) => {
    const taken = await tx
      .update(jobs)
      .set({ ...leased, leaseOwner: sql`gen_random_uuid()` })
      .from(chosen)
      .where(eq(jobs.seq, sql`chosen.seq`))
      .returning({ ...getTableColumns(jobs), tenant: sql<string>`chosen.tenant` });
    return taken
      .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.seq - other.seq)
      .flatMap(({ tenant, ...job }) =>
        job.leaseOwner === null ? [] : [{ job, owner: job.leaseOwner, tenant }],
      );
  });
}
