import type { z } from 'zod';
import type { ImportRecord, RowRecord } from './records.js';
import type { BulkImport, ImportRow } from './wire.js';

/** An import as the API shows it. */
export function importToWire(row: ImportRecord): z.input<typeof BulkImport> {
  return {
    id: row.id,
    fileName: row.fileName,
    roleId: row.roleId,
    status: row.status,
    rowCount: row.rowCount,
    counts: { valid: row.validCount, pending: row.pendingCount, missing: row.missingCount },
    fileIssues: row.fileIssues.map((issue) => ({ ...issue })),
    committedAt: row.committedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** A row as the API shows it. */
export function rowToWire(row: RowRecord): z.input<typeof ImportRow> {
  return {
    id: row.id,
    line: row.line,
    status: row.status,
    candidateId: row.candidateId,
    onboardingId: row.onboardingId,
    roleSlug: row.roleSlug,
    values: row.values,
    requirements: row.requirements.map((requirement) => ({ ...requirement })),
    issues: row.issues.map((issue) => ({ ...issue })),
    createdAt: row.createdAt.toISOString(),
  };
}
