import { and, type Column, eq, inArray, type SQL } from 'drizzle-orm';
import type { Changes } from '../db/changes.js';
import { jobs } from '../db/schema/index.js';
import type { Sql, Transact } from '../db/sql.js';
import { CLOCK_QUERY, KnownClock, parseClock } from './clock.js';
import { type TenantLock, type TenantStatus, tenantHolder } from './hold-tenant.js';
import type { Identity, IdKind } from './identity.js';
import { only, piecesOf } from './lists.js';

/** A change of the service's state: one transaction, at one virtual time. */
export interface Command {
  readonly tx: Sql;
  /** Virtual time. */
  readonly now: Date;
  readonly urls: ServiceUrls;
  /** The id of the API request that the command answers: `undefined` if it answers none. */
  readonly requestId?: string | undefined;
  /** Whether events that the specification marks as coming soon are emitted. */
  readonly previewEvents: boolean;
  /** Whether the database is in memory. */
  readonly inMemory: boolean;
  /**
   * Begins work for a caller of a tenant: until the transaction ends, nobody suspends or closes the tenant. That may have happened
   * since the caller was authenticated.
   *
   * @param lock `update`: the command changes its row. Two holders of `share` would wait for each other. Default: `share`.
   * @returns the status of the tenant.
   */
  holdTenant(id: string, lock?: TenantLock): Promise<TenantStatus>;
  nextId(kind: IdKind): Promise<string>;
  /** Returns `count` ids, in their order, with one statement. */
  nextIds(kind: IdKind, count: number): Promise<readonly string[]>;
  /** A signing secret or an API key. */
  secretFor(prefix: string, id: string): string;
  /** A number from 0 to 1, excluding 1, that derives from the seed. */
  chance(purpose: string): number;
}

/** A command for a caller who may see and change the objects of a scope. */
export interface ScopedCommand extends Command {
  readonly scope: Scope;
}

/**
 * Runs a command. Its writes are committed together, or not at all. The body may run again, if the database has ended its
 * transaction in favor of another.
 */
export type RunCommand = <Result>(
  body: (command: Command) => Promise<Result>,
  options?: CommandOptions,
) => Promise<Result>;

interface CommandOptions {
  /** How long a statement waits for a lock of another process, in milliseconds. Default: 15 seconds. */
  readonly lockWaitMs?: number;
}

/** A group does not wait for locks: work on a row that another holds is done alone. */
export const GROUP: CommandOptions = { lockWaitMs: 500 };

/**
 * @param onCommit Called after each command that has committed.
 * @param changes `undefined` if other processes may set the clock, so that every command reads it.
 */
export function commandRunner(
  transact: Transact,
  identity: Identity,
  urls: ServiceUrls,
  previewEvents = false,
  onCommit?: () => void,
  changes?: Changes,
  inMemory = false,
): RunCommand {
  const clock = changes && new KnownClock(changes);
  const holdTenant = tenantHolder(changes);
  const knownRow = clock && (() => clock.row());
  return async (body, { lockWaitMs } = {}) => {
    const runBody = (tx: Sql, row: unknown) => {
      clock?.keep(row);
      const nextIds: Command['nextIds'] = (kind, count) => identity.nextIds(tx, kind, count);
      return body({
        tx,
        now: parseClock(row).now,
        urls,
        previewEvents,
        inMemory,
        holdTenant: (id, lock = 'share') => holdTenant(tx, id, lock),
        nextId: async (kind) => only(await nextIds(kind, 1)),
        nextIds,
        secretFor: identity.secretFor,
        chance: identity.chance,
      });
    };
    const result = await transact(CLOCK_QUERY, runBody, knownRow, lockWaitMs);
    onCommit?.();
    return result;
  };
}

export type HostedPage = 'intake' | 'dispute' | 'verify';

export interface ServiceUrls {
  /** The address of the service, without a slash at the end. */
  readonly origin: string;
  /** The address of an uploaded file, valid for 30 virtual days. */
  file(fileId: string, from: Date): string;
  /** The address of the page of an invitation, an adverse action or a verification session. */
  hosted(page: HostedPage, id: string): string;
}

export type Job = typeof jobs.$inferSelect;
export type JobKind = Job['kind'];

interface NewJob extends Pick<typeof jobs.$inferInsert, 'kind' | 'ref' | 'dueAt' | 'payload'> {
  readonly tenantId: string;
  readonly endpointId?: string;
}

// On PGlite nothing else runs during a statement.
const JOBS_OF_STATEMENT = 500;

/** Schedules due work, in the transaction that makes it necessary. */
export async function schedule(tx: Sql, ...work: readonly NewJob[]): Promise<void> {
  for (const piece of piecesOf(work, JOBS_OF_STATEMENT)) await tx.insert(jobs).values(piece);
}

/** Selects the work of a kind for some objects, including running work. */
export function selectScheduled(sql: Sql, kind: JobKind, refs: readonly string[]) {
  return sql
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, kind), inArray(jobs.ref, [...refs])));
}

/**
 * Removes the work for objects that need none any more. Work that another transaction holds stays, because it may wait for the
 * object itself: it runs, and has to find that the object has moved on.
 *
 * @param kind Default: every kind.
 * @returns the removed work.
 */
export async function unschedule(
  tx: Sql,
  refs: string | readonly string[],
  kind?: JobKind,
): Promise<Job[]> {
  const ofObjects = typeof refs === 'string' ? eq(jobs.ref, refs) : inArray(jobs.ref, [...refs]);
  const unlocked = tx
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(and(ofObjects, kind === undefined ? undefined : eq(jobs.kind, kind)))
    .for('update', { skipLocked: true });
  return tx.delete(jobs).where(inArray(jobs.seq, unlocked)).returning();
}

/** Notifies those who wait for changes that a command has committed. */
export class CommitSignal {
  readonly #resumes = new Set<() => void>();
  #count = 0;
  #closed = false;

  /** Read it before the database, so that {@link after} misses no commit that follows. */
  get count(): number {
    return this.#count;
  }

  /** Whether the service stops, so that no further commit follows. */
  get closed(): boolean {
    return this.#closed;
  }

  notify(): void {
    this.#count += 1;
    for (const resume of [...this.#resumes]) resume();
  }

  close(): void {
    this.#closed = true;
    this.notify();
  }

  /** Resolves when there was a commit after the `count`th, when `signal` aborts, or after `ms` of wall time. */
  async after(count: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.#count > count || this.#closed || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const resume = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', resume);
        this.#resumes.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, ms);
      signal.addEventListener('abort', resume);
      this.#resumes.add(resume);
    });
  }
}

/** The objects that a principal may see: those of one tenant, or of one of its integrations. */
export interface Scope {
  readonly tenantId: string;
  /** `null` for all integrations of the tenant. */
  readonly integrationId: string | null;
}

export interface TenantTable {
  readonly tenantId: Column;
}

/** Tables whose rows belong to a tenant, and mostly to an integration. */
export interface OwnedTable extends TenantTable {
  readonly integrationId: Column;
}

/** The condition of every query for objects of a principal: objects of others are not found. */
export function inScope(table: OwnedTable, scope: Scope): SQL | undefined {
  return and(
    inTenant(table, scope),
    scope.integrationId === null ? undefined : eq(table.integrationId, scope.integrationId),
  );
}

/** {@link inScope} of a row that was read for several principals. */
export function isInScope(
  row: { readonly tenantId: string; readonly integrationId: string | null },
  { tenantId, integrationId }: Scope,
): boolean {
  return (
    row.tenantId === tenantId && (integrationId === null || row.integrationId === integrationId)
  );
}

/** The condition of queries for one object of a principal. */
export function idInScope(
  table: OwnedTable & { readonly id: Column },
  scope: Scope,
  id: string,
): SQL | undefined {
  return and(inScope(table, scope), eq(table.id, id));
}

/**
 * The condition of lists, whose tables have an index for all of a tenant and one for an integration. It names one column. With both,
 * the database would choose an index by its estimates, and might read the rows of other integrations.
 */
export function ofOwner(table: OwnedTable, scope: Scope): SQL {
  return scope.integrationId === null
    ? inTenant(table, scope)
    : eq(table.integrationId, scope.integrationId);
}

/** The condition of queries for objects that the integrations of a tenant share. */
export function inTenant(table: TenantTable, { tenantId }: Scope): SQL {
  return eq(table.tenantId, tenantId);
}
