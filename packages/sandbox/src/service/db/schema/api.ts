import { sql } from 'drizzle-orm';
import { date, index, integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { foreignId, listIndex, tenantObject, time, timestamps } from './columns.js';

export const integrations = pgTable(
  'integrations',
  {
    ...tenantObject,
    name: text().notNull(),
    slug: text().notNull(),
    status: text({ enum: ['active', 'archived'] }).notNull(),
    /** The newest keys that are bound to it and not revoked, oldest first, so that a list need not look them up. */
    keyIds: text('key_ids').array().notNull().default([]),
    ...timestamps,
  },
  (t) => [
    listIndex('integrations_list', t, t.tenantId),
    listIndex('integrations_by_status', t, t.tenantId, t.status),
    index('integrations_by_slug').on(t.tenantId, t.slug),
  ],
);

export const apiKeys = pgTable(
  'api_keys',
  {
    ...tenantObject,
    /** A key with an integration sees the objects of that integration only. */
    integrationId: text('integration_id').references(() => integrations.id),
    scope: text({ enum: ['full_access', 'candidate_create'] }).notNull(),
    label: text().notNull(),
    /** SHA-256 of the key, hex. The key itself is not stored. */
    hash: text().notNull().unique(),
    prefix: text().notNull(),
    last4: text().notNull(),
    /** The origins from which a browser may use a candidate key. */
    allowedOrigins: text('allowed_origins').array().notNull().default([]),
    ...timestamps,
    lastUsedAt: time('last_used_at'),
    /** How often it was used, and how many answers were 4xx or 5xx. This does not count as a change of the key. */
    requests: integer().notNull().default(0),
    errors: integer().notNull().default(0),
    revokedAt: time('revoked_at'),
  },
  (t) => [
    listIndex('api_keys_list', t, t.tenantId),
    listIndex('api_keys_of_integration', t, t.integrationId),
    // The number of revoked keys has no limit.
    index('api_keys_live').on(t.tenantId).where(sql`revoked_at is null`),
    index('api_keys_by_origin')
      .using('gin', t.allowedOrigins)
      .where(sql`scope = 'candidate_create' and revoked_at is null`),
  ],
);

/** The requests with a key, by day of virtual time (UTC) and operation. */
export const apiKeyUsage = pgTable(
  'api_key_usage',
  {
    keyId: foreignId('key_id', () => apiKeys.id),
    day: date().notNull(),
    operationId: text('operation_id').notNull(),
    requests: integer().notNull(),
    /** The requests that were answered 4xx or 5xx. */
    errors: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.day, t.operationId] })],
);

/** The answers that are repeated for a repeated `Idempotency-Key`. */
export const idempotentAnswers = pgTable(
  'idempotent_answers',
  {
    principal: text().notNull(),
    /** Method and path. */
    target: text().notNull(),
    key: text().notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer().notNull(),
    body: text().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.principal, t.target, t.key] }),
    index('idempotent_answers_age').on(t.createdAt),
  ],
);

/** The condition of a list that leaves out the reads of the dashboard. */
export const isShownRequest = sql`not (key_id = 'dashboard' and method = 'GET')`;
const statusClass = sql`(status / 100)`;

/** The log of API requests. No headers, and bodies of refused requests only: they carry keys and personal data. */
export const apiRequests = pgTable(
  'api_requests',
  {
    ...tenantObject,
    integrationId: text('integration_id'),
    keyId: text('key_id').notNull(),
    method: text().notNull(),
    path: text().notNull(),
    operationId: text('operation_id').notNull(),
    status: integer().notNull(),
    /** The code of the problem, if the request was refused. */
    code: text(),
    durationMs: integer('duration_ms').notNull(),
    /** The object that it made or changed. */
    objectId: text('object_id'),
    /** JSON without secret or personal data. */
    requestBody: text('request_body'),
    requestBodyOmitted: text('request_body_omitted', {
      enum: ['not_read', 'not_json', 'too_long', 'not_kept'],
    }),
    /** The problem document of the answer, as JSON. */
    problem: text(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    listIndex('api_requests_list', t, t.tenantId),
    listIndex('api_requests_of_integration', t, t.integrationId),
    listIndex('api_requests_shown', t, t.tenantId).where(isShownRequest),
    listIndex('api_requests_of_integration_shown', t, t.integrationId).where(isShownRequest),
    listIndex('api_requests_by_status', t, t.tenantId, statusClass).where(isShownRequest),
    listIndex('api_requests_of_integration_by_status', t, t.integrationId, statusClass).where(
      isShownRequest,
    ),
    listIndex('api_requests_by_method', t, t.tenantId, t.method).where(isShownRequest),
    listIndex('api_requests_of_integration_by_method', t, t.integrationId, t.method).where(
      isShownRequest,
    ),
    listIndex('api_requests_by_path', t, t.tenantId, t.path).where(isShownRequest),
    listIndex('api_requests_of_integration_by_path', t, t.integrationId, t.path).where(
      isShownRequest,
    ),
    listIndex('api_requests_by_key', t, t.tenantId, t.keyId).where(isShownRequest),
    listIndex('api_requests_of_integration_by_key', t, t.integrationId, t.keyId).where(
      isShownRequest,
    ),
    // An object has few requests, so no index has the integration as well.
    listIndex('api_requests_by_object', t, t.tenantId, t.objectId),
  ],
);

/** Settings of this database, such as the secret from which ids derive. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  value: json().$type<unknown>().notNull(),
});
