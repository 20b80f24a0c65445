import { accountWebhooks } from './account-webhooks.js';
import { openApiDocument } from './api/document.js';
import type { Operation } from './api/operation.js';
import { operations } from './operations.js';
import { documentWebhooks } from './verifications/document-webhooks.js';

/** The OpenAPI document of the service. */
export function describeApi(
  table: readonly Operation[] = operations({ allowNet: [], ownPorts: [] }),
): ReturnType<typeof openApiDocument> {
  return openApiDocument(table, [...documentWebhooks, ...accountWebhooks]);
}
