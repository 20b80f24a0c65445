import { z } from 'zod';
import { Instant, sensitive, Time, toWire } from '../../http/wire.js';
import type { ServiceUrls } from '../../kernel/command.js';
import { list, noLongerThan, text } from '../../limits/bounded.js';
import {
  type AdverseActionRow,
  adverseActionPhases,
  adverseActionStatuses,
  stages,
} from './records.js';
import { isWaiting } from './states.js';

const outcomes = ['accurate', 'amended', 'withdrawn'] as const;

const Dispute = z
  .object({
    openedAt: Time,
    openedBy: z
      .enum(['candidate', 'caller'])
      .describe('`candidate`: on the hosted page. `caller`: through the API, for the candidate.'),
    statement: z.string(),
    recordIds: z.array(z.string()),
    checkIds: z.array(z.string()),
    dueAt: Time.describe(
      'If the dispute is unresolved by then, the disputed items are deleted from the report.',
    ),
    resolvedAt: Time.nullable(),
    outcome: z.enum(outcomes).nullable(),
  })
  .meta({ id: 'Dispute' });

/** The process from a report to a decision against its candidate (spec section 3). */
export const AdverseAction = z
  .object({
    id: z.string(),
    reportId: z.string(),
    candidateId: z.string(),
    stage: z.enum(stages),
    status: z.enum(adverseActionStatuses),
    phase: z
      .enum(adverseActionPhases)
      .describe('The stage, the status and whether a dispute is resolved, in one value.'),
    recordIds: z
      .array(z.string())
      .describe('The records that it is based on, without records that a dispute deleted.'),
    checkIds: z.array(z.string()).describe('The checks without records that it is based on.'),
    waitingPeriodDays: z.int().describe('Calendar days, and at least five business days.'),
    preNoticeSentAt: Time,
    finalNoticeEligibleAt: Time.nullable().describe('`null` while a dispute is unresolved.'),
    finalNoticeScheduledAt: Time.nullable().describe(
      'When the service sends it. `null` if the service waits for a caller to send it, or never sends it.',
    ),
    finalNoticeSentAt: Time.nullable(),
    dispute: Dispute.nullable(),
    disputeUrl: z.url().describe('The hosted page on which the candidate can dispute.'),
    canceledAt: Time.nullable(),
    history: z
      .array(
        z.object({
          at: Time,
          action: z.string(),
          by: z.enum(['caller', 'candidate', 'service']),
        }),
      )
      .describe('Its history, oldest first.'),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'AdverseAction' });

const Findings = list('findings', text('id'));

export const AdjudicateReport = z
  .strictObject({
    decision: z.enum(['engage', 'adverse_action']),
    recordIds: Findings.optional().describe('The records that an adverse action is based on.'),
    checkIds: Findings.optional().describe(
      'The checks without records that an adverse action is based on: `consider` or `unable_to_verify`.',
    ),
    waitingPeriodDays: z
      .int()
      .min(7)
      .max(30)
      .optional()
      .describe('Calendar days from the pre-notice to the final notice. Default 7.'),
    note: text('note').meta(sensitive).optional().describe('A note for the readers of the report.'),
  })
  .meta({
    id: 'AdjudicateReport',
    description:
      'An adverse action needs at least one record or check. A decision to engage takes no records, checks or waiting period.',
  });

export const DisputeAdverseAction = z
  .strictObject({
    statement: z
      .string()
      .trim()
      .min(1)
      .check(noLongerThan('statement'))
      .meta(sensitive)
      .describe('The mistake, in the words of the candidate.'),
    recordIds: Findings.optional().describe('Default: all, unless `checkIds` is given.'),
    checkIds: Findings.optional().describe('Default: all, unless `recordIds` is given.'),
  })
  .meta({ id: 'DisputeAdverseAction', description: 'The dispute of a candidate.' });

export const ResolveDispute = z
  .strictObject({
    outcome: z
      .enum(outcomes)
      .describe(
        '`amended` deletes the disputed items from the report. The other outcomes leave the report unchanged.',
      ),
  })
  .meta({ id: 'ResolveDispute' });

export const RescheduleFinalNotice = z
  .strictObject({
    at: Instant.nullable().describe('`null`: the service waits for a caller to send it.'),
  })
  .meta({ id: 'RescheduleFinalNotice' });

export function adverseActionToWire(row: AdverseActionRow, urls: ServiceUrls) {
  return toWire(AdverseAction, {
    ...row,
    // The row keeps the time during a dispute, but no notice is sent then.
    finalNoticeScheduledAt: isWaiting(row) ? row.finalNoticeScheduledAt : null,
    disputeUrl: urls.hosted('dispute', row.id),
  });
}
