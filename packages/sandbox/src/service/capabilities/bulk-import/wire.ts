import { z } from 'zod';
import { Time, toWire } from '../../http/wire.js';
import { PublishedFacts } from '../../limits/facts.js';
import { faultCodes } from '../../limits/faults.js';
import { figure } from '../../limits/limits.js';
import { fileIssueCodes, rowIssueCodes } from '../../limits/roster-issues.js';
import { ChecklistItem } from '../onboarding/index.js';
import { type ImportRecord, importStatuses, type RowRecord, rowStatuses } from './records.js';

/** A roster CSV on its way to candidates and onboardings. */
export const BulkImport = z
  .object({
    id: z.string(),
    fileName: z.string(),
    roleId: z.string().nullable().describe('The role of all rows. Null: each names its own.'),
    status: z.enum(importStatuses),
    rowCount: z.int().describe('Of the file. Those that have a status are in `counts`.'),
    counts: z.object({ valid: z.int(), pending: z.int(), missing: z.int() }),
    fileIssues: z.array(
      z
        .object({
          severity: z.enum(['error', 'warning']),
          line: z.int().nullable().describe('From 1. Null: the whole file.'),
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
    line: z.int().describe('On which the row begins, from 1.'),
    status: z.enum(rowStatuses),
    candidateId: z.string().nullable().describe('Known before, or made by the commit.'),
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
                .describe(
                  'The fault that a field with this value has, whose facts the others are.',
                ),
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
