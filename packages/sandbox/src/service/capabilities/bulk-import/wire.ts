import { z } from 'zod';
import { Time, toWire } from '../../http/wire.js';
import { PublishedFacts } from '../../limits/facts.js';
import { faultCodes } from '../../limits/faults.js';
import { figure } from '../../limits/limits.js';
import { fileIssueCodes, rowIssueCodes } from '../../limits/roster-issues.js';
import { ChecklistItem } from '../onboarding/index.js';
import { type ImportRecord, importStatuses, type RowRecord, rowStatuses } from './records.js';

/** The import of a roster CSV, which creates candidates and onboardings. */
export const BulkImport = z
  .object({
    id: z.string(),
    fileName: z.string(),
    roleId: z
      .string()
      .nullable()
      .describe('The role of all rows. `null` if each row names its role.'),
    status: z.enum(importStatuses),
    rowCount: z.int().describe('The rows of the file. `counts` has the rows that have a status.'),
    counts: z.object({ valid: z.int(), pending: z.int(), missing: z.int() }),
    fileIssues: z.array(
      z
        .object({
          severity: z.enum(['error', 'warning']),
          line: z
            .int()
            .nullable()
            .describe('Counted from 1. `null` if the issue is about the whole file.'),
          column: z.string().nullable(),
          code: z.enum(fileIssueCodes),
          message: z.string(),
          facts: PublishedFacts.optional(),
        })
        .meta({ id: 'FileIssue' }),
    ),
    committedAt: Time.nullable(),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'BulkImport' });

export const ImportRow = z
  .object({
    id: z.string(),
    line: z.int().describe('The line where the row begins, counted from 1.'),
    status: z.enum(rowStatuses),
    candidateId: z
      .string()
      .nullable()
      .describe('The candidate that was known before, or that the commit created.'),
    onboardingId: z.string().nullable().describe('Set by the commit.'),
    roleSlug: z.string().nullable(),
    values: z.record(z.string(), z.string()).describe('The cells by column, as in the file.'),
    requirements: z.array(ChecklistItem),
    issues: z.array(
      z
        .object({
          column: z.string(),
          code: z.enum(rowIssueCodes),
          message: z.string(),
          facts: z
            .object({
              ...PublishedFacts.shape,
              fault: z
                .enum(faultCodes)
                .optional()
                .describe('The fault of the value. The other facts describe it.'),
            })
            .meta({ id: 'RowFacts' })
            .optional(),
        })
        .meta({ id: 'RowIssue' }),
    ),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'ImportRow' });

export const UploadRoster = z
  .strictObject({
    file: z
      .file()
      .describe(`A CSV file of at most ${figure('roster')} and ${figure('rosterRows')} rows.`),
  })
  .meta({ id: 'UploadRoster' });

export function importToWire(row: ImportRecord) {
  const { validCount: valid, pendingCount: pending, missingCount: missing } = row;
  return toWire(BulkImport, { ...row, counts: { valid, pending, missing } });
}

export function rowToWire(row: RowRecord) {
  return toWire(ImportRow, row);
}
