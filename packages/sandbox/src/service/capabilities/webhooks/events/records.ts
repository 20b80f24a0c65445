import { and, asc, type SQL } from 'drizzle-orm';
import * as tables from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { matches } from '../../../http/list-operation.js';
import { integrationResource, type RowOf } from '../../../http/resource.js';
import { inTenant, ofOwner, type Scope } from '../../../kernel/command.js';

export const eventRecords = integrationResource(tables.events, 'event', { created: 'created' });

export type EventRow = RowOf<typeof tables.events>;

type About = Partial<Record<'subjectId' | 'externalId', string | undefined>>;

/** The condition for events about an object, or with a reference of the caller. Their indexes begin with the tenant. */
export function isAbout({ subjectId, externalId }: About, scope: Scope): SQL | undefined {
  const wanted = matches(tables.events, { subjectId, externalId });
  return wanted && and(inTenant(tables.events, scope), wanted);
}

/** The events that an API request caused, oldest first. @param most How many. */
export async function eventIdsOfRequest(
  sql: Sql,
  scope: Scope,
  requestId: string,
  most: number,
): Promise<readonly string[]> {
  const { created, id, seq } = tables.events;
  const rows = await sql
    .select({ id })
    .from(tables.events)
    .where(and(ofOwner(tables.events, scope), matches(tables.events, { requestId })))
    .orderBy(asc(created), asc(seq))
    .limit(most);
  return rows.map((row) => row.id);
}
