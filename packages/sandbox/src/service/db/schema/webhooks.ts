import { sql } from 'drizzle-orm';
import { boolean, index, integer, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { integrations } from './api.js';
import {
  bytes,
  foreignId,
  listIndex,
  seq,
  tenantObject,
  time,
  timestamps,
  transactionId,
} from './columns.js';

/** Why an attempt has failed: the codes of its error, and what statuses mean. */
const failureCauses = [
  'address_blocked',
  'url_invalid',
  'headers_invalid',
  'dns_failed',
  'connection_refused',
  'connection_reset',
  'connection_failed',
  'connect_timeout',
  'tls_failed',
  'timeout',
  'invalid_response',
  'redirected',
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'too_large',
  'unsupported_media_type',
  'rate_limited',
  'client_error',
  'server_error',
  'fault_injected',
  'interrupted',
  'service_failed',
] as const;

/** When a delivery is attempted again. Seconds. */
export interface RetryPolicy {
  readonly maxAttempts: number;
  readonly backoff: 'exponential' | 'fixed';
  readonly initialDelaySeconds: number;
  readonly multiplier: number;
  readonly maxDelaySeconds: number;
  readonly timeoutSeconds: number;
  /** The part of a delay, 0 to 1, that may be subtracted at random. */
  readonly jitter: number;
}

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    ...tenantObject,
    /** `null` for an endpoint of the account. */
    integrationId: text('integration_id').references(() => integrations.id),
    url: text().notNull(),
    eventTypes: text('event_types').array().notNull(),
    retryPolicy: json('retry_policy').$type<RetryPolicy>().notNull(),
    paused: boolean().notNull(),
    description: text(),
    /** Adds `related` to the body of its deliveries. */
    includeRelated: boolean('include_related').notNull().default(false),
    /** Stored readable, because it signs. */
    secret: text().notNull(),
    /** How many secrets the endpoint has had. */
    secretVersion: integer('secret_version').notNull().default(1),
    /** Signs as well until it expires, in virtual time. */
    previousSecret: text('previous_secret'),
    previousSecretExpiresAt: time('previous_secret_expires_at'),
    /** The former addresses, oldest first. Times are ISO 8601. */
    urlHistory: json('url_history')
      .$type<readonly { readonly url: string; readonly until: string }[]>()
      .notNull()
      .default([]),
    // The health counts the attempts to the present URL.
    /** Failed attempts since the last success. */
    failuresInARow: integer('failures_in_a_row').notNull().default(0),
    /** The time of the first of those. */
    failingSince: time('failing_since'),
    lastSuccessAt: time('last_success_at'),
    lastFailureAt: time('last_failure_at'),
    /** Successes in a row that are missing until the last failure no longer counts. */
    successesToRecover: integer('successes_to_recover').notNull().default(0),
    /** Deliveries go to the function that started the service, not to a socket. */
    inProcess: boolean('in_process').notNull(),
    ...timestamps,
    deletedAt: time('deleted_at'),
  },
  (t) => [
    listIndex('webhook_endpoints_list', t, t.tenantId).where(sql`deleted_at is null`),
    listIndex('webhook_endpoints_of_integration', t, t.integrationId).where(
      sql`deleted_at is null`,
    ),
    listIndex('webhook_endpoints_of_account', t, t.tenantId).where(
      sql`deleted_at is null and integration_id is null`,
    ),
    listIndex('webhook_endpoints_of_integrations', t, t.tenantId).where(
      sql`deleted_at is null and integration_id is not null`,
    ),
    // The clock shows when secrets end.
    index('webhook_endpoints_overlaps')
      .on(t.previousSecretExpiresAt, t.seq)
      .where(sql`deleted_at is null and previous_secret_expires_at is not null`),
  ],
);

/** The `listen` commands that run. The service deletes an endpoint together with the last of its listens, unless it stays. */
export const webhookListens = pgTable(
  'webhook_listens',
  {
    id: text().primaryKey(),
    tenantId: text('tenant_id').notNull(),
    endpointId: foreignId('endpoint_id', () => webhookEndpoints.id),
    /** Whether the endpoint existed before its listens, and stays. */
    stays: boolean().notNull(),
    /** How often the service has looked since an open stream of the listen last answered. */
    silence: integer().notNull().default(0),
    /** Wall time of the last look. */
    lookedAt: time('looked_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('webhook_listens_of_endpoint').on(t.endpointId),
    index('webhook_listens_of_tenant').on(t.tenantId),
  ],
);

export const events = pgTable(
  'events',
  {
    ...tenantObject,
    integrationId: text('integration_id'),
    type: text().notNull(),
    created: time('created').notNull(),
    /** The bytes that every attempt of every delivery sends. */
    body: bytes().notNull(),
    /** The body with `related`, for endpoints that ask for it. */
    bodyWithRelated: bytes('body_with_related'),
    /** A test event, sent by hand to one endpoint. */
    test: boolean().notNull().default(false),
    /** The object that the event is about. */
    subjectId: text('subject_id').notNull(),
    /** `externalId` of its data. Lists are filtered by it. */
    externalId: text('external_id'),
    /** The API request that led to the event: `null` if none did. */
    requestId: text('request_id'),
    /** Whether retention has deleted a delivery of it. Then it is unknown which endpoints have received it. */
    deliveriesDeleted: boolean('deliveries_deleted').notNull().default(false),
  },
  (t) => {
    const newest = [t.created, t.seq] as const;
    return [
      index('events_list').on(t.tenantId, ...newest),
      index('events_of_integration').on(t.integrationId, ...newest),
      index('events_by_type').on(t.tenantId, t.type, ...newest),
      index('events_of_integration_by_type').on(t.integrationId, t.type, ...newest),
      index('events_by_test').on(t.tenantId, t.test, ...newest),
      index('events_of_integration_by_test').on(t.integrationId, t.test, ...newest),
      // An object has few events.
      index('events_by_subject').on(t.tenantId, t.subjectId),
      // A reference is nearly unique, so no index has the integration as well.
      index('events_by_external_id').on(t.tenantId, t.externalId, ...newest),
      // The commit of an import leads to thousands of events.
      index('events_by_request').on(t.tenantId, t.requestId, ...newest),
      index('events_of_integration_by_request').on(t.integrationId, t.requestId, ...newest),
    ];
  },
);

const deliveryStatuses = [
  'scheduled',
  'delivering',
  'retrying',
  'succeeded',
  'failed',
  'held',
  'canceled',
] as const;

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    ...tenantObject,
    integrationId: text('integration_id'),
    eventId: foreignId('event_id', () => events.id),
    /** The type of the event, and whether it is a test event. Lists are filtered by them. */
    eventType: text('event_type').notNull(),
    test: boolean().notNull().default(false),
    /** `externalId` of the event's data. */
    externalId: text('external_id'),
    endpointId: foreignId('endpoint_id', () => webhookEndpoints.id),
    status: text({ enum: deliveryStatuses }).notNull(),
    /** The body that it sends, fixed when it was made. */
    variant: text({ enum: ['plain', 'related'] })
      .notNull()
      .default('plain'),
    attemptCount: integer('attempt_count').notNull(),
    /** Set while a replay is due or under way: the status to return to if the replay fails. */
    statusBeforeReplay: text('status_before_replay', { enum: ['succeeded', 'failed'] }),
    nextAttemptAt: time('next_attempt_at'),
    succeededAt: time('succeeded_at'),
    /** Why its last attempt has failed. `null` if no attempt has failed, or if it has arrived or was canceled. */
    cause: text({ enum: failureCauses }),
    /** The first attempt in a row that has failed for the cause, and the last. */
    failingSince: time('failing_since'),
    failedAt: time('failed_at'),
    ...timestamps,
  },
  (t) => [
    // For the lists of a tenant, of an integration, whose id no other tenant has, and of an endpoint: each of them alone, and with a
    // status or a type.
    listIndex('webhook_deliveries_list', t, t.tenantId),
    listIndex('webhook_deliveries_by_status', t, t.tenantId, t.status),
    listIndex('webhook_deliveries_by_type', t, t.tenantId, t.eventType),
    listIndex('webhook_deliveries_of_integration', t, t.integrationId),
    listIndex('webhook_deliveries_of_integration_by_status', t, t.integrationId, t.status),
    listIndex('webhook_deliveries_of_integration_by_type', t, t.integrationId, t.eventType),
    listIndex('webhook_deliveries_of_endpoint', t, t.endpointId),
    listIndex('webhook_deliveries_of_endpoint_by_status', t, t.endpointId, t.status),
    listIndex('webhook_deliveries_of_endpoint_by_type', t, t.endpointId, t.eventType),
    // A reference is nearly unique, so no index has the integration or the endpoint as well.
    listIndex('webhook_deliveries_by_external_id', t, t.tenantId, t.externalId),
    // A recovery asks for each event whether the endpoint has a delivery of it.
    index('webhook_deliveries_by_event').on(t.eventId, t.endpointId),
    // The failures are read from these.
    listIndex('webhook_deliveries_by_cause', t, t.tenantId, t.cause).where(sql`cause is not null`),
    listIndex('webhook_deliveries_of_integration_by_cause', t, t.integrationId, t.cause).where(
      sql`cause is not null`,
    ),
    listIndex('webhook_deliveries_of_endpoint_by_cause', t, t.endpointId, t.cause).where(
      sql`cause is not null`,
    ),
    // A pause, a resumption and a deletion scan it.
    index('webhook_deliveries_pending')
      .on(t.endpointId, t.status, t.seq)
      .where(sql`status in ('scheduled', 'retrying', 'held')`),
  ],
);

/**
 * Every status that a delivery has had. A trigger of the migration writes it, so that no change can be forgotten. Changes of
 * transactions that run side by side become visible out of order, so a reader goes by the transaction, and stops before the first
 * that has not ended.
 */
export const webhookDeliveryChanges = pgTable(
  'webhook_delivery_changes',
  {
    seq: seq().primaryKey(),
    transaction: transactionId().notNull().default(sql`pg_current_xact_id()`),
    // No foreign key: it would need an index, which every change would pay for.
    deliveryId: text('delivery_id').notNull(),
    tenantId: text('tenant_id').notNull(),
    integrationId: text('integration_id'),
    status: text({ enum: deliveryStatuses }).notNull(),
    attemptCount: integer('attempt_count').notNull(),
    nextAttemptAt: time('next_attempt_at'),
    succeededAt: time('succeeded_at'),
    cause: text({ enum: failureCauses }),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [index('webhook_delivery_changes_list').on(t.tenantId, t.transaction, t.seq)],
);

export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    id: text().primaryKey(),
    seq: seq(),
    deliveryId: foreignId('delivery_id', () => webhookDeliveries.id),
    number: integer().notNull(),
    trigger: text({ enum: ['scheduled', 'manual', 'test', 'fault'] }).notNull(),
    state: text({ enum: ['started', 'succeeded', 'failed', 'interrupted'] }).notNull(),
    /** The URL at the time of the attempt. */
    url: text().notNull(),
    requestHeaders: json('request_headers').$type<Readonly<Record<string, string>>>().notNull(),
    /** Wall time, as in the signature. */
    signedAt: time('signed_at').notNull(),
    /** Virtual time. */
    startedAt: time('started_at').notNull(),
    durationMs: integer('duration_ms'),
    responseStatus: integer('response_status'),
    responseHeaders: json('response_headers').$type<Readonly<Record<string, string>>>(),
    responseBody: text('response_body'),
    /** The kind of fault that was injected. */
    fault: text(),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
  },
  (t) => [uniqueIndex('webhook_attempts_number').on(t.deliveryId, t.number)],
);
