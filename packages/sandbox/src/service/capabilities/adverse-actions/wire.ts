import { z } from 'zod';
import { Instant, sensitive, Time, toWire } from '../../http/wire.js';
import type { ServiceUrls } from '../../kernel/command.js';
import { list, noLongerThan, text } from '../../limits/bounded.js';
import type { AdverseActionRow } from './records.js';
import {
  adverseActionPhase,
  adverseActionPhases,
  adverseActionStatuses,
  isWaiting,
  stages,
} from './states.js';

const outcomes = ['accurate', 'amended', 'withdrawn'] as const;

const Dispute = z
  .object({
    openedAt: Time,
    openedBy: z
      .enum(['candidate', 'caller'])
      .describe('The candidate on the hosted page, or a caller for them.'),
    statement: z.string(),
    recordIds: z.array(z.string()),
    checkIds: z.array(z.string()),
    dueAt: Time.describe('Unresolved then, what is disputed is deleted from the report.'),
    resolvedAt: Time.nullable(),
    outcome: z.enum(outcomes).nullable(),
  })
  .meta({ id: 'Dispute' });

/** The way to a decision against a candidate that is based on a report (spec section 3). */
export const AdverseAction = z
  .object({
    id: z.string(),
    reportId: z.string(),
    candidateId: z.string(),
    stage: z.enum(stages),
    status: z.enum(adverseActionStatuses),
    phase: z
      .enum(adverseActionPhases)
      .describe('The stage and the status together, and whether a dispute is resolved.'),
    recordIds: z
      .array(z.string())
      .describe('The records that it is based on. Those that a dispute has deleted are not here.'),
    checkIds: z.array(z.string()).describe('The checks without records that it is based on.'),
    waitingPeriodDays: z.int().describe('Calendar days, and at least five business days.'),
    preNoticeSentAt: Time,
    finalNoticeEligibleAt: Time.nullable().describe('Null while a dispute is unresolved.'),
    finalNoticeScheduledAt: Time.nullable().describe(
      'When the service sends it. Null: not before a caller asks for it, or never.',
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
      .describe('What has happened to it, in order.'),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'AdverseAction' });

const Findings = list('findings', text('id'));

export const DisputeAdverseAction = z
  .strictObject({
    statement: z
      .string()
      .trim()
      .min(1)
      .check(noLongerThan('statement'))
      .meta(sensitive)
      .describe('What is wrong, in their words.'),
    recordIds: Findings.optional().describe('Default: all, unless checkIds are given.'),
    checkIds: Findings.optional().describe('Default: all, unless recordIds are given.'),
  })
  .meta({ id: 'DisputeAdverseAction', description: 'The dispute of a candidate.' });

export const ResolveDispute = z
  .strictObject({
    outcome: z
      .enum(outcomes)
      .describe('`amended` deletes what is disputed from the report. The others change nothing.'),
  })
  .meta({ id: 'ResolveDispute' });

export const RescheduleFinalNotice = z
  .strictObject({
    at: Instant.nullable().describe('Null: only when a caller asks for it.'),
  })
  .meta({ id: 'RescheduleFinalNotice' });

export function adverseActionToWire(row: AdverseActionRow, urls: ServiceUrls) {
  return toWire(AdverseAction, {
    ...row,
    phase: adverseActionPhase(row),
    // It is kept during a dispute, and no notice is sent then.
    finalNoticeScheduledAt: isWaiting(row) ? row.finalNoticeScheduledAt : null,
    disputeUrl: urls.hosted('dispute', row.id),
  });
}
