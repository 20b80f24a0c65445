import { z } from 'zod';
import { Candidate } from './capabilities/candidates/index.js';
import { Package } from './capabilities/packages/index.js';
import { Report } from './capabilities/reports/index.js';
import { eventTypes } from './capabilities/webhooks/index.js';
import type { DescribedWebhook } from './http/document.js';

const envelope = { id: z.string(), type: z.string(), created: z.iso.datetime({ precision: 3 }) };

const bodies = {
  'report.completed': z
    .object({
      ...envelope,
      data: Report,
      related: z.object({ candidate: Candidate, package: Package }).optional(),
    })
    .meta({ id: 'ReportEvent' }),
  'candidate.completed': z
    .object({ ...envelope, data: Candidate, related: z.object({}).optional() })
    .meta({ id: 'CandidateEvent' }),
};

/** The webhooks of the account, for the OpenAPI document. They are coming soon (spec section 6). */
export const accountWebhooks: readonly DescribedWebhook[] = eventTypes.flatMap(
  ({ type, meaning }) =>
    type === 'report.completed' || type === 'candidate.completed'
      ? [{ type, summary: meaning, body: bodies[type], comingSoon: true as const }]
      : [],
);
