import { isDocumentVerificationType } from '../events/event-types.js';
import type { ParsedEvent } from '../events/parse-event.js';

/**
 * Whether an event belongs here: it does unless it is of another integration than the pinned one (spec section 6,
 * rule 3). Events of the account, which name no integration, pass.
 */
export function isOwn(event: ParsedEvent, integrationId: string | undefined): boolean {
  const owner = event.data['integrationId'];
  if (integrationId === undefined || owner === integrationId) return true;
  return owner === undefined && !isDocumentVerificationType(event.type);
}
