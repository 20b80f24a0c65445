import type { EventType } from './webhook-event.js';

// A record, so that a type added to EventDataByType does not compile until it is listed here.
const listed: Readonly<Record<EventType, { readonly emitted: boolean }>> = {
  'document_verification.completed': { emitted: true },
  'document_verification.failed': { emitted: true },
  'document_verification.recorded': { emitted: true },
  'report.completed': { emitted: false },
  'candidate.completed': { emitted: false },
};

/** Every event type of spec section 6, and whether the service emits it today. */
export const eventTypes: ReadonlyMap<string, { readonly emitted: boolean }> =
  /* @__PURE__ */ new Map(/* @__PURE__ */ Object.entries(listed));

/** True for the types whose `data` is a document verification record. */
export function isDocumentVerificationType(type: string): boolean {
  // Not a map lookup: V8 would first have to hash the string, which was just parsed.
  return (
    type === 'document_verification.completed' ||
    type === 'document_verification.failed' ||
    type === 'document_verification.recorded'
  );
}
