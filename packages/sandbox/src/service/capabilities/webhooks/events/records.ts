import { and, eq, type SQL } from 'drizzle-orm';
import * as tables from '../../../db/schema/index.js';
import { integrationResource, type RowOf } from '../../../http/resource.js';
import { inTenant, type Scope } from '../../../kernel/command.js';

export const eventRecords = integrationResource(tables.events, 'event', { created: 'created' });

export type EventRow = RowOf<typeof tables.events>;

/** The condition of events about an object. Their index begins with the tenant. */
export function isAbout(scope: Scope, subjectId: string): SQL | undefined {
  return and(inTenant(tables.events, scope), eq(tables.events.subjectId, subjectId));
}
