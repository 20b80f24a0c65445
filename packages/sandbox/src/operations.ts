import { adjudicationOperations } from './adjudication/operations.js';
import { adverseActionOperations } from './adverse-actions/operations.js';
import type { Operation } from './api/operation.js';
import { requestOperations } from './api/request-operations.js';
import { importOperations } from './bulk-import/operations.js';
import { candidateOperations } from './candidates/operations.js';
import { integrationOperations } from './integrations/operations.js';
import { invitationOperations } from './invitations/operations.js';
import { keyOperations } from './keys/operations.js';
import { onboardingOperations } from './onboarding/operations.js';
import type { AddressPolicy } from './outbound/address-policy.js';
import { packageOperations } from './packages/operations.js';
import { reportOperations } from './reports/operations.js';
import { startReadyReports } from './reports/start-report.js';
import { roleOperations } from './roles/operations.js';
import { accountOperations } from './tenants/account-operations.js';
import { partnerOperations } from './tenants/operations.js';
import { catalogOperations } from './verifications/catalog-operations.js';
import { fileOperations } from './verifications/file-operations.js';
import { verificationOperations } from './verifications/operations.js';
import { sessionOperations } from './verifications/session-operations.js';
import { deliveryOperations } from './webhooks/deliveries/operations.js';
import { endpointOperations } from './webhooks/endpoints/operations.js';
import { eventOperations } from './webhooks/events/operations.js';

/** The route table: every operation of the API. */
export function operations(policy: AddressPolicy): readonly Operation[] {
  return [
    ...verificationOperations,
    ...sessionOperations,
    ...fileOperations,
    ...catalogOperations,
    ...integrationOperations,
    ...endpointOperations(policy),
    ...eventOperations,
    ...deliveryOperations,
    ...candidateOperations(startReadyReports),
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
