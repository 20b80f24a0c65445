import { isDocumentVerificationType } from '../events/event-types.js';
import type { Parsed, ParsedEvent } from '../events/parse-event.js';
import { ended, rejected } from '../outcome/ended.js';
import type { Rejected, Unavailable } from '../outcome/outcome.js';
import { type Rejection, reject } from '../outcome/rejection.js';
import type { DeliveryContext } from './delivery-context.js';
import type { VerifierSettings } from './settings.js';

/** An event that can be trusted: verified, of this integration, and valid for the schemas. */
export interface VerifiedEvent {
  /** As the service sent it: what an inbox stores. */
  readonly sent: ParsedEvent;
  /** With the outputs of the schemas: what a handler gets. */
  readonly event: ParsedEvent;
}

/** Checks form, integration and schemas of an event whose signature is genuine. */
export async function checkEvent<Framework>(
  parsed: Parsed | Rejection,
  context: DeliveryContext<Framework>,
  settings: VerifierSettings<Framework>,
): Promise<VerifiedEvent | Rejected | Unavailable> {
  if (!parsed.ok) return rejected(parsed);
  const sent = parsed.event;
  const integrationId = context.option('tenant', settings.integrationId);
  if (ended(integrationId)) return integrationId;
  if (!checkIntegration(sent, integrationId)) return rejected(reject('wrong_integration'));
  context.facts.event = sent;
  const validated = await context.inTime('schema', settings.applySchemas(sent));
  if (ended(validated)) return validated;
  return validated.ok ? { sent, event: validated.event } : rejected(validated);
}

/**
 * Whether the event belongs to the pinned integration (spec section 6, rule 3). An event of the account names no
 * integration, and passes.
 */
function checkIntegration({ type, data }: ParsedEvent, integrationId: string | undefined): boolean {
  const owner = data['integrationId'];
  if (integrationId === undefined || owner === integrationId) return true;
  const namesNone = owner === undefined || owner === null || owner === '';
  return namesNone && !isDocumentVerificationType(type);
}
