import type { EventType } from './webhook-event.js';

// A record, so that a type added to EventDataByType does not compile until it is listed here.
const isEmitted: Readonly<Record<EventType, boolean>> = {
  'document_verification.completed': true,
  'document_verification.failed': true,
  'document_verification.recorded': true,
  'report.completed': false,
  'candidate.completed': false,
};

/** The names of all event types. */
export const typeNames: readonly string[] = /* @__PURE__ */ Object.keys(isEmitted);

/** Every event type of spec section 6, and whether the service emits it today. */
export const eventTypes: ReadonlyMap<string, { readonly emitted: boolean }> =
  /* @__PURE__ */ new Map(
    /* @__PURE__ */ Object.entries(isEmitted).map(([type, emitted]) => [type, { emitted }]),
  );

/** True for the types whose `data` is a document verification record. */
export function isDocumentVerificationType(type: string): boolean {
  // Not a map lookup: V8 would first have to hash the string, which was just parsed.
  return (
    type === 'document_verification.completed' ||
    type === 'document_verification.failed' ||
    type === 'document_verification.recorded'
  );
}
