import { index, integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Facts } from '../../limits/facts.js';
import type { FaultCode } from '../../limits/faults.js';
import type { FileIssueCode, RowIssueCode } from '../../limits/roster-issues.js';
import { integrations } from './api.js';
import { foreignId, listIndex, tenantObject, time, timestamps } from './columns.js';
import { type Requirement, roles } from './roles.js';

/** A fault of a file as a whole. */
export interface FileIssue {
  readonly severity: 'error' | 'warning';
  /** The line of the file, from 1. `null` for the whole file. */
  readonly line: number | null;
  readonly column: string | null;
  readonly code: FileIssueCode;
  readonly message: string;
  readonly facts?: Facts;
}

/** A fault of a value of a row. */
export interface RowIssue {
  readonly column: string;
  readonly code: RowIssueCode;
  readonly message: string;
  /** `fault` is the same fault of a field of a request. The facts are its own. */
  readonly facts?: Facts & { readonly fault?: FaultCode };
}

/** How far a row meets a requirement of its role. */
export interface RowRequirement extends Pick<Requirement, 'kind' | 'slug' | 'required'> {
  readonly state: 'missing' | 'pending' | 'satisfied' | 'failed' | 'expired';
  readonly sourceId: string | null;
  readonly expiresAt: string | null;
}

export const bulkImports = pgTable(
  'bulk_imports',
  {
    ...tenantObject,
    /** The integration of the key that has uploaded it. `null` if the key sees all of them. */
    integrationId: text('integration_id').references(() => integrations.id),
    fileName: text('file_name').notNull(),
    /** The role of all rows. `null` if each row names its own. */
    roleId: text('role_id').references(() => roles.id),
    status: text({
      enum: ['validating', 'validated', 'committing', 'committed', 'rejected'],
    }).notNull(),
    rowCount: integer('row_count').notNull(),
    validCount: integer('valid_count').notNull(),
    pendingCount: integer('pending_count').notNull(),
    missingCount: integer('missing_count').notNull(),
    fileIssues: json('file_issues').$type<readonly FileIssue[]>().notNull(),
    committedAt: time('committed_at'),
    /** The API request that committed it. */
    requestId: text('request_id'),
    ...timestamps,
  },
  (t) => [
    listIndex('bulk_imports_list', t, t.tenantId),
    listIndex('bulk_imports_by_status', t, t.tenantId, t.status),
    listIndex('bulk_imports_of_integration', t, t.integrationId),
  ],
);

/** A line of a roster that is not validated yet. */
export interface UnvalidatedRow {
  readonly line: number;
  /** The cells by column. */
  readonly values: Readonly<Record<string, string>>;
  /** The issues that follow from other lines of the file. */
  readonly issues: readonly RowIssue[];
}

/** The lines of a roster that is not validated yet, in pieces that are numbered from 0. */
export const bulkImportParts = pgTable(
  'bulk_import_parts',
  {
    importId: foreignId('import_id', () => bulkImports.id),
    number: integer().notNull(),
    rows: json().$type<readonly UnvalidatedRow[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.number] })],
);

/** A line of a roster. */
export const bulkImportRows = pgTable(
  'bulk_import_rows',
  {
    ...tenantObject,
    importId: foreignId('import_id', () => bulkImports.id),
    /** The line of the file on which the row begins, from 1. */
    line: integer().notNull(),
    status: text({ enum: ['valid', 'pending', 'missing'] }).notNull(),
    roleSlug: text('role_slug'),
    /** The cells by column. */
    values: json().$type<Readonly<Record<string, string>>>().notNull(),
    requirements: json().$type<readonly RowRequirement[]>().notNull(),
    issues: json().$type<readonly RowIssue[]>().notNull(),
    /** The candidate of the row: found at the validation, or created by the commit. */
    candidateId: text('candidate_id'),
    /** Made by the commit. */
    onboardingId: text('onboarding_id'),
    ...timestamps,
  },
  (t) => [
    index('bulk_import_rows_list').on(t.importId, t.line),
    index('bulk_import_rows_by_status').on(t.importId, t.status, t.line),
  ],
);
