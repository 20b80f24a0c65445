import { z } from 'zod';
import { Candidate } from './capabilities/candidates/index.js';
import { Package } from './capabilities/packages/index.js';
import { Report } from './capabilities/reports/index.js';
import { documentWebhooks } from './capabilities/verifications/index.js';
import { eventTypes } from './capabilities/webhooks/index.js';
import { type DescribedWebhook, openApiDocument } from './http/document.js';
import type { Operation } from './http/operation.js';
import { Time } from './http/wire.js';
import { operations } from './operations.js';

const envelope = { id: z.string(), type: z.string(), created: Time };

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

// They are coming soon (spec section 6).
const accountWebhooks: readonly DescribedWebhook[] = eventTypes.flatMap(({ type, meaning }) =>
  type === 'report.completed' || type === 'candidate.completed'
    ? [{ type, summary: meaning, body: bodies[type], comingSoon: true as const }]
    : [],
);

export function describeApi(
  table: readonly Operation[] = operations({ allowNet: [], ownPorts: [] }),
): ReturnType<typeof openApiDocument> {
  return openApiDocument(table, [...documentWebhooks, ...accountWebhooks]);
}
