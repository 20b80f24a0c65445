import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { jobs } from '../db/schema/index.js';
import { prepareOnce, type Sql } from '../db/sql.js';
import type { Job } from '../kernel/command.js';
import { limits } from '../limits/limits.js';
import type { EngineRole } from './role/engine-role.js';
import { type HeldJob, isDue, isFree, leased, readNext } from './take-jobs.js';

/** The limits of a take. */
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

/** How many due jobs `first` of {@link dueTakes} looks at, and `ofEachTenant` for each tenant, whether it can take them or not. */
const LOOKED_AT = 100;

const { most: OF_ENDPOINT } = limits.attemptsOfEndpoint;
// With this many jobs in flight, an endpoint has one attempt at a time, so that hanging attempts leave room for the others.
const CROWDED = 200;
/** The jobs of a process. Each endpoint can have one more. Only there to bound the memory. */
const { most: SLOTS } = limits.attempts;
const { most: OF_TENANT } = limits.attemptsOfTenant;
// The last slots are for tenants that have little in flight, so that they do not wait for the others.
const RESERVE = 100;
const LITTLE = 10;
/** Taken jobs run before any that fall due later: enough of them to fill a group, and too few to starve others. */
const TAKEN_AT_ONCE = 30;

/** How many jobs a process may take, given those that it runs. `undefined` if none. */
export function freeSlots(running: Iterable<HeldJob>): TakeLimits | undefined {
  const inFlight = new Map<string, number>();
  let size = 0;
  for (const { job } of running) {
    inFlight.set(job.tenantId, (inFlight.get(job.tenantId) ?? 0) + 1);
    size += 1;
  }
  const free = SLOTS - size;
  if (free <= 0) return undefined;
  const ofEndpoint = size < CROWDED ? OF_ENDPOINT : 1;
  const isReserve = free <= RESERVE;
  return {
    jobs: Math.min(isReserve ? free : free - RESERVE, TAKEN_AT_ONCE),
    ofEndpoint,
    ofTenant: isReserve ? LITTLE : OF_TENANT,
    ofOnlyTenant: isReserve ? LITTLE : SLOTS - RESERVE,
    inFlight,
  };
}

/** Milliseconds. Also how soon a process notices the work of another that has died, or whose signal was lost. */
export const LONGEST_WAIT = 5000;
// Looking behind a backlog costs more, the more endpoints there are.
const BETWEEN_VAIN_LOOKS = 250;

/**
 * Makes the function that takes due jobs once, up to the number of free slots.
 *
 * @returns A function that resolves with the milliseconds until there may be more to take.
 */
export function jobTaker(sql: Sql, role: EngineRole) {
  const take = dueTakes(role);
  let looksBehindAt = 0;

  /**
   * @param running The jobs that run in this process.
   * @param start Called with the taken jobs, to run them.
   */
  return async (
    running: ReadonlyMap<HeldJob, unknown>,
    start: (taken: readonly HeldJob[]) => void,
  ): Promise<number> => {
    const slots = freeSlots(running.keys());
    if (!slots) return LONGEST_WAIT;
    const { waiting, ms = LONGEST_WAIT } = await readNext(sql, LOOKED_AT);
    const patience = Math.min(ms, LONGEST_WAIT);
    if (waiting === 0) return patience;
    const isAll = waiting < LOOKED_AT;
    const first = await (isAll ? take.first(slots) : take.ofEachTenant(slots));
    start(first);
    if (first.length === slots.jobs) return 0;
    if (isAll) return patience;
    // Jobs that may not be taken now can hide others of their tenant.
    if (performance.now() < looksBehindAt) return Math.min(patience, BETWEEN_VAIN_LOOKS);
    const left = freeSlots(running.keys());
    const behind = left ? await take.ofEachEndpoint(left) : [];
    start(behind);
    if (behind.length > 0) return 0;
    looksBehindAt = performance.now() + BETWEEN_VAIN_LOOKS;
    return patience;
  };
}

const due = sql`${isDue} and ${isFree}`;
const inOrder = sql`order by ${jobs.dueAt}, ${jobs.seq}`;
const lookedAt = sql.raw(`${LOOKED_AT}`);
const heldOfEndpoints = sql`held as materialized (
  select ${jobs.endpointId} as id, count(*) from ${jobs}
  where ${jobs.leaseUntil} >= now() and ${jobs.endpointId} is not null group by ${jobs.endpointId})`;

// The parameters of a take, by their names in TakeLimits.
const mostJobs = sql`${sql.placeholder('jobs')}::int`;
const mostOfEndpoint = sql`${sql.placeholder('ofEndpoint')}::int`;
const mostOfTenant = sql`${sql.placeholder('ofTenant')}::int`;
const mostOfOnlyTenant = sql`${sql.placeholder('ofOnlyTenant')}::int`;
const inFlight = sql`${sql.placeholder('inFlight')}::jsonb`;

/** The jobs of `due` that may be taken for their endpoints. */
const openOfDue = sql`${heldOfEndpoints}, placed_at_endpoint as (
    select due.*, coalesce(held.count, 0)
      + row_number() over (partition by due.endpoint_id order by due.due_at, due.seq) as place_at_endpoint
    from due left join held on held.id = due.endpoint_id
  ), open as (
    select seq, due_at, tenant_id from placed_at_endpoint
    where endpoint_id is null or place_at_endpoint <= ${mostOfEndpoint}
  )`;

const ofJob = sql`${jobs.seq}, ${jobs.dueAt}, ${jobs.tenantId}, ${jobs.endpointId}`;

const openOfFirstDue = sql`with due as materialized (
    select ${ofJob} from ${jobs} where ${due} ${inOrder} limit ${lookedAt}
  ), ${openOfDue}`;

// It goes from tenant to tenant by index, so thousands of jobs of a tenant cost the others nothing.
const openOfEachTenant = sql`with recursive tenant(id) as (
    (select ${jobs.tenantId} from ${jobs} order by ${jobs.tenantId} limit 1)
    union all
    select (select next.tenant_id from ${jobs} next where next.tenant_id > tenant.id
      order by next.tenant_id limit 1)
    from tenant where tenant.id is not null
  ), due as materialized (
    select first.* from tenant cross join lateral (select ${ofJob} from ${jobs}
      where ${jobs.tenantId} = tenant.id and ${due} ${inOrder} limit ${lookedAt}) first
  ), ${openOfDue}`;

// The first due job of each endpoint. It goes from endpoint to endpoint by index, so thousands of jobs of an endpoint at its
// limit cost nothing.
const openOfEachEndpoint = sql`with recursive endpoint(id) as (
    (select ${jobs.endpointId} from ${jobs} order by ${jobs.endpointId} limit 1)
    union all
    select (select next.endpoint_id from ${jobs} next where next.endpoint_id > endpoint.id
      order by next.endpoint_id limit 1)
    from endpoint where endpoint.id is not null
  ), ${heldOfEndpoints}, open as (
    select first.seq, first.due_at, first.tenant_id
    from endpoint left join held on held.id = endpoint.id
      cross join lateral (select ${ofJob} from ${jobs}
        where ${jobs.endpointId} = endpoint.id and ${due} ${inOrder} limit 1) first
    where coalesce(held.count, 0) < ${mostOfEndpoint}
    union all
    (select ${jobs.seq}, ${jobs.dueAt}, ${jobs.tenantId} from ${jobs}
      where ${jobs.endpointId} is null and ${due} ${inOrder} limit ${mostJobs})
  )`;

type Take = (most: TakeLimits) => Promise<readonly HeldJob[]>;

/**
 * Takes due jobs within the limits of their endpoints and tenants: the first job of each tenant, then the second of each, and so on,
 * however many each of them has queued. Jobs in flight count as taken.
 */
export function dueTakes(role: EngineRole) {
  return {
    /** Looks at the first due jobs. Jobs of other tenants may be behind them. */
    first: takeOpen(role, openOfFirstDue, 'take_first_due'),
    /** Looks at the first due jobs of each tenant. Jobs of other endpoints may be behind them. */
    ofEachTenant: takeOpen(role, openOfEachTenant, 'take_of_each_tenant'),
    /** Looks at the first due job of each endpoint. */
    ofEachEndpoint: takeOpen(role, openOfEachEndpoint, 'take_of_each_endpoint'),
  };
}

/** @param open Ends with the jobs that may be taken for their endpoints, as `open`. */
function takeOpen(role: EngineRole, open: SQL, name: string): Take {
  const chosen = sql`(${open}, placed as (
      select seq, due_at, min(tenant_id) over () <> max(tenant_id) over () as contended,
        coalesce((${inFlight} ->> tenant_id)::int, 0)
          + row_number() over (partition by tenant_id order by due_at, seq) as place
      from open
    ), first as (
      select seq, place from placed
      where place <= case when contended then ${mostOfTenant} else ${mostOfOnlyTenant} end
      order by place, due_at, seq limit ${mostJobs}
    )
    select ${jobs.seq}, first.place from first join ${jobs} on ${jobs.seq} = first.seq
    where ${isFree} and ${role.mayRun} for update of jobs skip locked) as chosen`;
  const statement = prepareOnce((tx) =>
    tx
      .update(jobs)
      .set({ ...leased, leaseOwner: sql`gen_random_uuid()` })
      .from(chosen)
      .where(eq(jobs.seq, sql`chosen.seq`))
      .returning({ ...getTableColumns(jobs), place: sql<string>`chosen.place` })
      .prepare(name),
  );
  return (most) =>
    role.take(async (tx) => {
      const taken = await statement(tx).execute({
        ...most,
        inFlight: JSON.stringify(Object.fromEntries(most.inFlight)),
      });
      return taken
        .sort((one, other) => Number(one.place) - Number(other.place) || byDue(one, other))
        .flatMap(({ place: _, ...job }) =>
          job.leaseOwner === null ? [] : [{ job, owner: job.leaseOwner }],
        );
    });
}

function byDue(one: Job, other: Job): number {
  return one.dueAt.getTime() - other.dueAt.getTime() || one.seq - other.seq;
}
