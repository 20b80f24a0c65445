import { and, eq, gte, sql as raw } from 'drizzle-orm';
import { webhookEndpoints, webhookListens } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { conflict, found } from '../../http/problem.js';
import { inScope, type Scope } from '../../kernel/command.js';
import { writeRows } from '../../kernel/update-rows.js';

/** A listen, as it is stored. */
export type ListenRow = typeof webhookListens.$inferSelect;

/** A listen of a principal, with the deletion time of its endpoint, which may have been deleted by hand. */
type OwnListen = Pick<ListenRow, 'id' | 'endpointId' | 'stays'> & {
  readonly deletedAt: Date | null;
};

export const listenRecords = {
  /** All listens. */
  selectAll: (sql: Sql): Promise<ListenRow[]> => sql.select().from(webhookListens),

  /** Finds a listen of any principal. */
  async find(sql: Sql, id: string): Promise<ListenRow | undefined> {
    const [listen] = await sql.select().from(webhookListens).where(eq(webhookListens.id, id));
    return listen;
  },

  /** Finds a listen of a principal. */
  async findOwn(sql: Sql, scope: Scope, id: string): Promise<OwnListen | undefined> {
    const { deletedAt } = webhookEndpoints;
    const { endpointId, stays } = webhookListens;
    const [listen] = await sql
      .select({ id: webhookListens.id, endpointId, stays, deletedAt })
      .from(webhookListens)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookListens.endpointId))
      .where(and(eq(webhookListens.id, id), inScope(webhookEndpoints, scope)));
    return listen;
  },

  count: (sql: Sql, tenantId: string): Promise<number> =>
    sql.$count(webhookListens, eq(webhookListens.tenantId, tenantId)),

  /** Whether an endpoint exists only for its listens. */
  async hold(sql: Sql, endpointId: string): Promise<boolean> {
    const { endpointId: of, stays } = webhookListens;
    return (await sql.$count(webhookListens, and(eq(of, endpointId), eq(stays, false)))) > 0;
  },

  async insert(tx: Sql, listen: typeof webhookListens.$inferInsert): Promise<void> {
    await tx.insert(webhookListens).values(listen);
  },

  /** Keeps an endpoint when its listens end. @returns whether it would have ended with them. */
  async release(tx: Sql, endpointId: string): Promise<boolean> {
    const { endpointId: of, stays } = webhookListens;
    const listens = await writeRows(tx, webhookListens, { stays: true })
      .where(and(eq(of, endpointId), eq(stays, false)))
      .returning();
    return listens.length > 0;
  },

  /** Deletes a listen that has left `silent` or more looks unanswered. @returns the listen, if it was deleted. */
  async delete(tx: Sql, id: string, silent: number): Promise<ListenRow | undefined> {
    const [ended] = await tx
      .delete(webhookListens)
      .where(and(eq(webhookListens.id, id), gte(webhookListens.silence, silent)))
      .returning();
    return ended;
  },

  /** Counts a look for each listen, unless another process has looked less than `apartMs` of wall time ago. */
  async countCheck(tx: Sql, apartMs: number): Promise<void> {
    const { silence, lookedAt } = webhookListens;
    // A clock that was set back must not stop the looks.
    await writeRows(tx, webhookListens, {
      silence: raw`${silence} + 1`,
      lookedAt: raw`now()`,
    }).where(raw`abs(extract(epoch from now() - ${lookedAt})) * 1000 >= ${apartMs}`);
  },
};

/** Gives the listens of a previous run time to reconnect. */
export async function awaitListens(tx: Sql): Promise<void> {
  await writeRows(tx, webhookListens, { silence: 0 });
}

/** The endpoint of a listen. @throws Problem 409 when it was deleted by hand. */
export function requireEndpoint({
  endpointId,
  deletedAt,
}: Omit<OwnListen, 'id' | 'stays'>): string {
  if (deletedAt === null) return endpointId;
  throw conflict(
    { reason: 'endpoint_deleted', facts: { id: endpointId } },
    `The endpoint ${endpointId} was deleted.`,
  );
}

/**
 * Finds the endpoint of a listen, for its stream.
 *
 * @throws Problem 404 when the caller has no such listen, 409 when its endpoint was deleted by hand.
 */
export async function findListened(sql: Sql, scope: Scope, id: string): Promise<string> {
  const listen = await listenRecords.findOwn(sql, scope, id);
  return requireEndpoint(found(listen ? [listen] : [], 'listen', id));
}

/** Answers a look for an open stream. Resolves with `false` if the listen or its endpoint is gone. */
export async function answerCheck(sql: Sql, id: string): Promise<boolean> {
  const [listen] = await sql
    .select({ silence: webhookListens.silence, deletedAt: webhookEndpoints.deletedAt })
    .from(webhookListens)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookListens.endpointId))
    .where(eq(webhookListens.id, id));
  if (listen === undefined || listen.deletedAt !== null) return false;
  if (listen.silence > 0) {
    await writeRows(sql, webhookListens, { silence: 0 }).where(eq(webhookListens.id, id));
  }
  return true;
}
