import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { jobs, webhookEndpoints } from '../db/schema/index.js';
import { prepareOnce } from '../db/sql.js';
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

/** How many of the first due jobs `first` of {@link dueTakes} looks at, whether it can take them or not. */
export const LOOKED_AT = 100;

const due = sql`${isDue} and ${isFree}`;
const inOrder = sql`order by ${jobs.dueAt}, ${jobs.seq}`;
const tenantOf = sql`coalesce(${webhookEndpoints.tenantId}, '')`;
const heldOfEndpoints = sql`held as materialized (
  select ${jobs.endpointId} as id, count(*) from ${jobs}
  where ${jobs.leaseUntil} >= now() and ${jobs.endpointId} is not null group by ${jobs.endpointId})`;

// The parameters of a take, by their names in TakeLimits.
const mostJobs = sql`${sql.placeholder('jobs')}::int`;
const mostOfEndpoint = sql`${sql.placeholder('ofEndpoint')}::int`;
const mostOfTenant = sql`${sql.placeholder('ofTenant')}::int`;
const mostOfOnlyTenant = sql`${sql.placeholder('ofOnlyTenant')}::int`;
const inFlight = sql`${sql.placeholder('inFlight')}::jsonb`;

// Those among the first due jobs that may be taken for their endpoints. `others` says that there are more of them.
const openOfFirstDue = sql`with due as materialized (
    select ${jobs.seq}, ${jobs.dueAt}, ${jobs.endpointId} from ${jobs} where ${due} ${inOrder} limit ${sql.raw(`${LOOKED_AT}`)}
  ), ${heldOfEndpoints}, placed_at_endpoint as (
    select due.*, coalesce(held.count, 0)
      + row_number() over (partition by due.endpoint_id order by due.due_at, due.seq) as place_at_endpoint
    from due left join held on held.id = due.endpoint_id
  ), open as (
    select placed.seq, placed.due_at, ${tenantOf} as tenant,
      (select count(*) = ${sql.raw(`${LOOKED_AT}`)} from due) as others
    from placed_at_endpoint placed
      left join ${webhookEndpoints} on ${webhookEndpoints.id} = placed.endpoint_id
    where placed.endpoint_id is null or place_at_endpoint <= ${mostOfEndpoint}
  )`;

// The first due job of each endpoint. It goes from endpoint to endpoint by index, so thousands of jobs of one that is at its limit
// cost nothing.
const openOfEachEndpoint = sql`with recursive endpoint(id) as (
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
    where coalesce(held.count, 0) < ${mostOfEndpoint}
    union all
    (select ${jobs.seq}, ${jobs.dueAt}, '', false from ${jobs}
      where ${jobs.endpointId} is null and ${due} ${inOrder} limit ${mostJobs})
  )`;

type Take = (most: TakeLimits) => Promise<readonly DueJob[]>;

/** Takes due jobs, as far as their endpoints and tenants are within their limits. */
export function dueTakes(role: EngineRole) {
  return {
    /**
     * Takes in the order in which jobs fell due. It looks at the first due jobs only. Where those are more than it may take,
     * `ofEachEndpoint` finds what is behind them.
     */
    first: takeOpen(role, openOfFirstDue, 'take_first_due'),
    /** Takes the first due job of each endpoint, in their order. */
    ofEachEndpoint: takeOpen(role, openOfEachEndpoint, 'take_of_each_endpoint'),
  };
}

/**
 * Makes the take of the first of some jobs, as far as their tenants are within their limits.
 *
 * @param open Ends with the jobs that may be taken for their endpoints, as `open`.
 */
function takeOpen(role: EngineRole, open: SQL, name: string): Take {
  const chosen = sql`(${open}, placed as (
      select seq, due_at, tenant, others or min(tenant) over () <> max(tenant) over () as contended,
        coalesce((${inFlight} ->> tenant)::int, 0)
          + row_number() over (partition by tenant order by due_at, seq) as place
      from open
    ), first as (
      select seq, tenant from placed
      where place <= case when contended then ${mostOfTenant} else ${mostOfOnlyTenant} end
      order by due_at, seq limit ${mostJobs}
    )
    select ${jobs.seq}, first.tenant from first join ${jobs} on ${jobs.seq} = first.seq
    where ${isFree} and ${role.mayRun} for update of jobs skip locked) as chosen`;
  const statement = prepareOnce((tx) =>
    tx
      .update(jobs)
      .set({ ...leased, leaseOwner: sql`gen_random_uuid()` })
      .from(chosen)
      .where(eq(jobs.seq, sql`chosen.seq`))
      .returning({ ...getTableColumns(jobs), tenant: sql<string>`chosen.tenant` })
      .prepare(name),
  );
  return (most) =>
    role.take(async (tx) => {
      const taken = await statement(tx).execute({
        ...most,
        inFlight: JSON.stringify(Object.fromEntries(most.inFlight)),
      });
      return taken
        .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.seq - other.seq)
        .flatMap(({ tenant, ...job }) =>
          job.leaseOwner === null ? [] : [{ job, owner: job.leaseOwner, tenant }],
        );
    });
}
