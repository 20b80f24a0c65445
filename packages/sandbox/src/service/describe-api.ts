import { accountWebhooks } from './account-webhooks.js';
import { documentWebhooks } from './capabilities/verifications/index.js';
import { openApiDocument } from './http/document.js';
import type { Operation } from './http/operation.js';
import { operations } from './operations.js';

/** The OpenAPI document of the service. */
export function describeApi(
  table: readonly Operation[] = operations({ allowNet: [], ownPorts: [] }),
): ReturnType<typeof openApiDocument> {
  return openApiDocument(table, [...documentWebhooks, ...accountWebhooks]);
}
