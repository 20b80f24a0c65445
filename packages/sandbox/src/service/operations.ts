import { adjudicationOperations } from './capabilities/adjudication/index.js';
import {
  adverseActionJobs,
  adverseActionOperations,
} from './capabilities/adverse-actions/index.js';
import { importJobs, importOperations } from './capabilities/bulk-import/index.js';
import { candidateOperations } from './capabilities/candidates/index.js';
import { integrationOperations } from './capabilities/integrations/index.js';
import {
  cancelInvitations,
  invitationJobs,
  invitationOperations,
} from './capabilities/invitations/index.js';
import { keyOperations } from './capabilities/keys/index.js';
import { onboardingOperations } from './capabilities/onboarding/index.js';
import { packageOperations } from './capabilities/packages/index.js';
import { partnerOperations } from './capabilities/partners/index.js';
import { reportJobs, reportOperations, startReadyReports } from './capabilities/reports/index.js';
import { requestOperations } from './capabilities/requests/index.js';
import { roleOperations } from './capabilities/roles/index.js';
import { accountOperations } from './capabilities/tenants/index.js';
import {
  sampleEvent,
  verificationJobs,
  verificationOperations,
} from './capabilities/verifications/index.js';
import {
  deleteIntegrationEndpoints,
  deliveryOperations,
  endpointOperations,
  eventOperations,
} from './capabilities/webhooks/index.js';
import type { Operation } from './http/operation.js';
import type { AddressPolicy } from './outbound/guard.js';

/** The route table: every operation of the API. */
export function operations(policy: AddressPolicy): readonly Operation[] {
  return [
    ...verificationOperations,
    ...integrationOperations({ onArchive: deleteIntegrationEndpoints }),
    ...endpointOperations(policy),
    ...eventOperations,
    ...deliveryOperations(sampleEvent),
    ...candidateOperations({ onChange: startReadyReports, onArchive: cancelInvitations }),
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

/** The due work of every capability but the webhooks, which need the sender. */
export const capabilityJobs = {
  ...verificationJobs,
  ...invitationJobs,
  ...reportJobs,
  ...adverseActionJobs,
  ...importJobs,
};
