import { z } from 'zod';
import {
  adjudicationOperations,
  adverseActionEndings,
  adverseActionJobs,
  adverseActionOperations,
} from './capabilities/adverse-actions/index.js';
import { importEndings, importJobs, importOperations } from './capabilities/bulk-import/index.js';
import { Candidate, candidateOperations } from './capabilities/candidates/index.js';
import { integrationOperations } from './capabilities/integrations/index.js';
import {
  cancelInvitationsOf,
  invitationEndings,
  invitationJobs,
  invitationOperations,
} from './capabilities/invitations/index.js';
import { keyOperations } from './capabilities/keys/index.js';
import { onboardingOperations } from './capabilities/onboarding/index.js';
import { Package, packageOperations } from './capabilities/packages/index.js';
import { partnerEndings, partnerJobs, partnerOperations } from './capabilities/partners/index.js';
import {
  Report,
  reportEndings,
  reportJobs,
  reportOperations,
  startReadyReports,
} from './capabilities/reports/index.js';
import { requestOperations } from './capabilities/requests/index.js';
import { roleOperations } from './capabilities/roles/index.js';
import { accountOperations } from './capabilities/tenants/index.js';
import {
  documentWebhooks,
  sampleEvent,
  verificationEndings,
  verificationJobs,
  verificationOperations,
} from './capabilities/verifications/index.js';
import {
  deleteIntegrationEndpoints,
  deliveryOperations,
  endpointOperations,
  eventOperations,
  eventTypes,
} from './capabilities/webhooks/index.js';
import { DEFAULT_PORT } from './config/service-config.js';
import { type DescribedWebhook, openApiDocument } from './http/document.js';
import type { Operation } from './http/operation.js';
import { Time } from './http/wire.js';
import type { AddressPolicy } from './outbound/guard.js';

/** The route table: every operation of the API. */
export function operations(policy: AddressPolicy): readonly Operation[] {
  return [
    ...verificationOperations,
    ...integrationOperations({ onArchive: deleteIntegrationEndpoints }),
    ...endpointOperations(policy),
    ...eventOperations,
    ...deliveryOperations(sampleEvent),
    ...candidateOperations({ onChange: startReadyReports, onArchive: cancelInvitationsOf }),
    ...invitationOperations,
    ...onboardingOperations,
    ...reportOperations,
    ...adjudicationOperations,
    ...adverseActionOperations,
    ...importOperations,
    ...packageOperations,
    ...roleOperations,
    ...keyOperations,
    ...requestOperations,
    ...accountOperations,
    ...partnerOperations,
  ];
}

/** The due work of every capability except the webhooks, which need the sender. */
export const capabilityJobs = {
  ...verificationJobs,
  ...invitationJobs,
  ...reportJobs,
  ...adverseActionJobs,
  ...importJobs,
  ...partnerJobs,
};

/** The endings of these jobs when they cannot succeed. */
export const capabilityEndings = {
  ...verificationEndings,
  ...invitationEndings,
  ...reportEndings,
  ...adverseActionEndings,
  ...importEndings,
  ...partnerEndings,
};

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

/** The OpenAPI document. @param origin Where the service is. Default: where the command starts it. */
export function describeApi(
  table: readonly Operation[] = operations({ allowNet: [], ownPorts: [] }),
  origin = `http://localhost:${DEFAULT_PORT}`,
): ReturnType<typeof openApiDocument> {
  return openApiDocument(table, [...documentWebhooks, ...accountWebhooks], origin);
}
