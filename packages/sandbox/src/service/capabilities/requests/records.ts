import { and, eq, getTableColumns, sql as raw, type SQL } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import type { KeptRefusal } from '../../http/request-log/keep-refusal.js';
import { integrationResource, type Objects, type RowOf } from '../../http/resource.js';
import type { LoggedRequest } from '../../http/run-operation.js';
import { inTenant, type Scope } from '../../kernel/command.js';
import { jsonRows } from '../../kernel/json-rows.js';
import { countUses } from '../keys/index.js';

export const requestRecords = integrationResource(tables.apiRequests, 'request');
export type RequestRow = RowOf<typeof tables.apiRequests>;

/** A request as lists show it, without its body. */
export type ListedRequest = Omit<RequestRow, keyof KeptRefusal>;

const {
  requestBody: _body,
  requestBodyOmitted: _omitted,
  problem: _problem,
  ...listedColumns
} = getTableColumns(tables.apiRequests);

export const listedRequests: Objects<ListedRequest> = {
  ...requestRecords,
  query: (sql) => sql.select(listedColumns).from(tables.apiRequests).$dynamic(),
};

/** Why the log has no body of a refused request. */
export const omissions = tables.apiRequests.requestBodyOmitted.enumValues;

export const statusClasses = ['2xx', '4xx', '5xx'] as const;

interface Wanted {
  readonly status?: (typeof statusClasses)[number] | undefined;
  readonly objectId?: string | undefined;
  readonly includeDashboard?: boolean | undefined;
}

/** The condition for the requests that a list shows. Each index has a part of it. */
export function shownRequests(
  { status, objectId, includeDashboard = false }: Wanted,
  scope: Scope,
): SQL | undefined {
  const { apiRequests } = tables;
  return and(
    includeDashboard ? undefined : tables.isShownRequest,
    status && raw`(${apiRequests.status} / 100) = ${raw.raw(status.slice(0, 1))}`,
    objectId === undefined
      ? undefined
      : and(inTenant(apiRequests, scope), eq(apiRequests.objectId, objectId)),
  );
}

const requestRows = jsonRows(tables.apiRequests, [
  'id',
  'tenantId',
  'integrationId',
  'keyId',
  'method',
  'path',
  'operationId',
  'status',
  'code',
  'durationMs',
  'objectId',
  'requestBody',
  'requestBodyOmitted',
  'problem',
  'createdAt',
]);

export async function storeRequests(sql: Sql, requests: readonly LoggedRequest[]): Promise<void> {
  const rows = requests.map(({ principal: { keyId, scope, now }, ...request }) => ({
    ...request,
    ...scope,
    keyId,
    createdAt: now,
  }));
  const { columns, read, write } = requestRows;
  const keyIds = new Set(rows.map(({ keyId }) => keyId));
  // One statement, so that the count costs no further round trip. A reset gives the ids of requests in progress out again.
  await sql.execute(raw`with logged as materialized (select * from ${read(write(rows))}), ${countUses([...keyIds])}
    insert into ${tables.apiRequests} (${columns}) select ${columns} from logged on conflict do nothing`);
}
