import {
  bigint,
  boolean,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { integrations } from './api.js';
import { candidates } from './candidates.js';
import { bytes, foreignId, listIndex, seq, tenantObject, time, timestamps } from './columns.js';
import { reports } from './reports.js';

export const verificationSources = pgTable('verification_sources', {
  slug: text().primaryKey(),
  seq: seq(),
  name: text().notNull(),
  jurisdiction: text().notNull(),
  availability: text({ enum: ['available', 'degraded', 'down'] }).notNull(),
});

export interface DocumentField {
  readonly key: string;
  readonly type: 'string' | 'date';
  readonly required: boolean;
  readonly pattern?: string | undefined;
  /** The pattern in words that complete "enter". */
  readonly hint?: string | undefined;
}

/** A document as a candidate has entered it on a page. */
export interface EnteredDocument {
  readonly formData: Readonly<Record<string, string>>;
  readonly fileIds: readonly string[];
}

/** A document that was entered on the page of a session, and is not sent yet. */
export interface DraftDocument extends EnteredDocument {
  /** The postal code of the state that has issued it. */
  readonly state: string;
}

/** The configurations of the catalog, which all tenants share, and those of tenants. No tenant sees two with the same slug. */
export const documentConfigs = pgTable(
  'document_configs',
  {
    /** In the catalog, it is the slug. */
    id: text().primaryKey(),
    seq: seq(),
    /** `null` in the catalog. */
    tenantId: text('tenant_id'),
    slug: text().notNull(),
    name: text().notNull(),
    checkTypeSlug: text('check_type_slug').notNull(),
    /** Two-letter codes, or `*` for all. */
    states: text().array().notNull(),
    fields: json().$type<readonly DocumentField[]>().notNull(),
    requiresFiles: boolean('requires_files').notNull(),
    /** `null` if no source verifies the document, so that it is recorded. */
    sourceSlug: text('source_slug').references(() => verificationSources.slug),
    /** The field whose magic values choose the outcome. */
    magicField: text('magic_field').notNull(),
    /** Whether the field also takes the magic values that have digits only. */
    digitAliases: boolean('digit_aliases').notNull(),
    ...timestamps,
  },
  (t) => [
    listIndex('document_configs_list', t, t.tenantId),
    uniqueIndex('document_configs_by_slug').on(t.tenantId, t.slug),
  ],
);

export const verificationSessions = pgTable(
  'verification_sessions',
  {
    ...tenantObject,
    integrationId: foreignId('integration_id', () => integrations.id),
    reference: text().notNull(),
    documentConfigSlugs: text('document_config_slugs').array().notNull(),
    /** The documents that were entered on its page and are not sent yet, by the slug of the document configuration. */
    drafts: json().$type<Readonly<Record<string, DraftDocument>>>().notNull().default({}),
    expiresAt: time('expires_at').notNull(),
    ...timestamps,
  },
  (t) => [
    listIndex('verification_sessions_list', t, t.tenantId),
    listIndex('verification_sessions_of_integration', t, t.integrationId),
  ],
);

export const files = pgTable('files', {
  ...tenantObject,
  integrationId: text('integration_id'),
  /** The name that the uploader has given it, truncated. */
  name: text().notNull(),
  contentType: text('content_type').notNull(),
  /** Bytes. */
  size: integer().notNull(),
  /** SHA-256 of the content, in hexadecimal. */
  digest: text().notNull(),
  ...timestamps,
});

/** The total bytes of a tenant's files. Summing them for each upload would take longer with each file. */
export const fileTotals = pgTable('file_totals', {
  tenantId: text('tenant_id').primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
});

/** The content of a file, in pieces that are numbered from 0: no statement carries more than one. */
export const fileParts = pgTable(
  'file_parts',
  {
    fileId: foreignId('file_id', () => files.id),
    number: integer().notNull(),
    content: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.number] })],
);

export const documentVerifications = pgTable(
  'document_verifications',
  {
    ...tenantObject,
    integrationId: foreignId('integration_id', () => integrations.id),
    externalId: text('external_id').notNull(),
    /** The candidate whose document it is. `null` if the caller has named none. Not part of the record (spec section 2). */
    candidateId: text('candidate_id').references(() => candidates.id),
    /** The report that was ordered with it by the intake of an invitation. */
    reportId: text('report_id').references(() => reports.id),
    /** The API request that ordered or submitted it: `null` if a hosted page or a control did. */
    requestId: text('request_id'),
    sessionId: foreignId('session_id', () => verificationSessions.id),
    documentConfigId: foreignId('document_config_id', () => documentConfigs.id),
    /** The slug of the configuration, which never changes. Repeated for the indexes. */
    documentConfigSlug: text('document_config_slug').notNull(),
    state: text().notNull(),
    status: text({
      enum: ['PENDING', 'PROCESSING', 'VERIFIED', 'FAILED', 'RECORDED', 'CANCELED'],
    }).notNull(),
    // json, not jsonb: it keeps the order of the keys, and so the bytes of the event.
    formData: json('form_data').$type<Readonly<Record<string, unknown>>>().notNull(),
    metadata: json().$type<Readonly<Record<string, unknown>>>().notNull(),
    fileIds: text('file_ids').array().notNull(),
    errorMessage: text('error_message'),
    attemptCount: integer('attempt_count').notNull(),
    createdAt: time('created_at').notNull(),
    completedAt: time('completed_at'),
  },
  (t) => [
    listIndex('document_verifications_list', t, t.tenantId),
    listIndex('document_verifications_of_integration', t, t.integrationId),
    // A reference is nearly unique, so no index has the integration as well.
    listIndex('document_verifications_by_external_id', t, t.tenantId, t.externalId),
    listIndex('document_verifications_by_status', t, t.tenantId, t.status),
    listIndex('document_verifications_of_integration_by_status', t, t.integrationId, t.status),
    listIndex('document_verifications_by_config', t, t.tenantId, t.documentConfigSlug),
    listIndex(
      'document_verifications_of_integration_by_config',
      t,
      t.integrationId,
      t.documentConfigSlug,
    ),
    listIndex('document_verifications_by_candidate', t, t.tenantId, t.candidateId),
    listIndex(
      'document_verifications_of_integration_by_candidate',
      t,
      t.integrationId,
      t.candidateId,
    ),
    index('document_verifications_by_session').on(t.sessionId),
  ],
);
