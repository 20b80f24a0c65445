/** The events of spec section 6. */
export const eventTypes = [
  {
    type: 'document_verification.completed',
    availability: 'emitted',
    scope: 'integration',
    meaning: 'A submitted document was confirmed by its issuing source.',
  },
  {
    type: 'document_verification.failed',
    availability: 'emitted',
    scope: 'integration',
    meaning: 'A document could not be verified, or every attempt was exhausted.',
  },
  {
    type: 'document_verification.recorded',
    availability: 'emitted',
    scope: 'integration',
    meaning:
      'A document was captured and stored but no verification source is configured. Not a failure.',
  },
  {
    type: 'report.completed',
    availability: 'coming_soon',
    scope: 'account',
    meaning: 'All checks in the report finished processing.',
  },
  {
    type: 'candidate.completed',
    availability: 'coming_soon',
    scope: 'account',
    meaning: 'The candidate completed their information submission.',
  },
] as const;

export const documentEventTypes = eventTypes
  .filter(({ scope }) => scope === 'integration')
  .map(({ type }) => type);

/** Whether a type is marked as coming soon, so that it is emitted with `--preview-events` only. */
export function isPreview(type: string): boolean {
  return eventTypes.some((each) => each.type === type && each.availability === 'coming_soon');
}
