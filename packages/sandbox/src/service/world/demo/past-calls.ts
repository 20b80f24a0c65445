import { and, asc, inArray, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { jobs } from '../../db/schema/index.js';
import type { CommandJob } from '../../engine/job-handlers.js';
import type { ChangeOperation, Operation } from '../../http/operation.js';
import type { Command, Scope, ScopedCommand } from '../../kernel/command.js';

const HOUR = 3_600_000;
const Answer = z.record(z.string(), z.unknown());
const Created = z.object({ id: z.string() });

/** The operations of the service, and the work that becomes due by them. */
export interface Capabilities {
  readonly operations: readonly Operation[];
  readonly jobs: Readonly<Record<string, CommandJob>>;
}

interface CallInput {
  readonly id?: string;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
}

export type PastCalls = ReturnType<typeof pastCalls>;

export function pastCalls(
  command: Command,
  scope: Scope,
  { operations, jobs: work }: Capabilities,
) {
  let { now } = command;
  const at = (): ScopedCommand => ({ ...command, scope, now });
  const call = async (operationId: string, { id, body, query = {} }: CallInput) => {
    const operation = operations.find(isChange(operationId));
    if (!operation) throw new Error(`${operationId} is not a change operation.`);
    const [, param = 'id'] = /\{(\w+)\}/.exec(operation.path) ?? [];
    const params = id === undefined ? {} : { [param]: id };
    const run = operation.prepare({ params, query: new URLSearchParams(query), body });
    return Answer.parse(await run({ ...at(), keyScope: 'full_access' }));
  };
  return {
    /** Moves to a time that is some hours before the command's, and does the work that is due until then. */
    async goTo(hoursAgo: number): Promise<void> {
      now = new Date(command.now.getTime() - hoursAgo * HOUR);
      await runDueJobs(command, work, now);
    },
    call,
    /** Calls an operation that creates an object, and returns the id of the object. */
    create: async (operationId: string, body: object) =>
      Created.parse(await call(operationId, { body })).id,
    /** Returns the command at the current past time. */
    command: at,
  };
}

function isChange(id: string) {
  return (operation: Operation): operation is ChangeOperation =>
    operation.method !== 'GET' && operation.id === id;
}

/** Runs the work that was due until a past time: each job at its own time, in the transaction of the command. Nothing is sent. */
async function runDueJobs(
  command: Command,
  work: Capabilities['jobs'],
  until: Date,
): Promise<void> {
  const { tx } = command;
  const isOfCapability = inArray(sql<string>`${jobs.kind}`, Object.keys(work));
  for (;;) {
    const next = tx
      .select({ seq: jobs.seq })
      .from(jobs)
      .where(and(isOfCapability, lte(jobs.dueAt, until)))
      .orderBy(asc(jobs.dueAt), asc(jobs.seq))
      .limit(1);
    const [job] = await tx.delete(jobs).where(inArray(jobs.seq, next)).returning();
    if (!job) return;
    await work[job.kind]?.body({ ...command, now: job.dueAt }, job);
  }
}
