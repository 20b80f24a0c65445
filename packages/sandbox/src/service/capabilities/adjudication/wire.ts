import { z } from 'zod';
import { sensitive } from '../../http/wire.js';
import { list, text } from '../../limits/bounded.js';

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
