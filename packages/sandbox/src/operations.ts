import { accountOperations } from './api/account-operations.js';
import type { Operation } from './api/operation.js';
import { requestOperations } from './api/request-operations.js';
import { candidateOperations } from './candidates/operations.js';
import { integrationOperations } from './integrations/operations.js';
import { keyOperations } from './keys/operations.js';
import type { AddressPolicy } from './outbound/address-policy.js';
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
    ...candidateOperations,
    ...keyOperations,
    ...requestOperations,
    ...accountOperations,
  ];
}
