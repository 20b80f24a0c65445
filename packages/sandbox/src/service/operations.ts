import { adjudicationOperations } from './capabilities/adjudication/operations.js';
import { adverseActionOperations } from './capabilities/adverse-actions/operations.js';
import { importOperations } from './capabilities/bulk-import/operations.js';
import { candidateOperations } from './capabilities/candidates/operations.js';
import { integrationOperations } from './capabilities/integrations/operations.js';
import { cancelInvitations } from './capabilities/invitations/cancel-invitations.js';
import { invitationOperations } from './capabilities/invitations/operations.js';
import { keyOperations } from './capabilities/keys/operations.js';
import { onboardingOperations } from './capabilities/onboarding/operations.js';
import { packageOperations } from './capabilities/packages/operations.js';
import { partnerOperations } from './capabilities/partners/operations.js';
import { reportOperations } from './capabilities/reports/operations.js';
import { startReadyReports } from './capabilities/reports/start-report.js';
import { requestOperations } from './capabilities/requests/operations.js';
import { roleOperations } from './capabilities/roles/operations.js';
import { accountOperations } from './capabilities/tenants/operations.js';
import { catalogOperations } from './capabilities/verifications/catalog-operations.js';
import { fileOperations } from './capabilities/verifications/file-operations.js';
import { verificationOperations } from './capabilities/verifications/operations.js';
import { sampleEvent } from './capabilities/verifications/sample-event.js';
import { sessionOperations } from './capabilities/verifications/session-operations.js';
import { deliveryOperations } from './capabilities/webhooks/deliveries/operations.js';
import { deleteEndpointsOf } from './capabilities/webhooks/endpoints/delete-endpoint.js';
import { endpointOperations } from './capabilities/webhooks/endpoints/operations.js';
import { eventOperations } from './capabilities/webhooks/events/operations.js';
import type { Operation } from './http/operation.js';
import type { AddressPolicy } from './outbound/address-policy.js';

/** The route table: every operation of the API. */
export function operations(policy: AddressPolicy): readonly Operation[] {
  return [
    ...verificationOperations,
    ...sessionOperations,
    ...fileOperations,
    ...catalogOperations,
    ...integrationOperations({ onArchive: deleteEndpointsOf }),
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
