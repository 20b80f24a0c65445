import { type ParsedEvent, parseEvent } from '../events/parse-event.js';
import type { VerifierSettings } from '../settings.js';
import { admit } from './admit.js';
import type { Arrival } from './arrival.js';
import { type Rejected, rejected, type Unavailable } from './outcome.js';
import { isOwn } from './own.js';
import { reject } from './rejection.js';
import { validate } from './validate.js';
import { verify } from './verify.js';

/** A verified event of ours. */
export interface Trusted {
  readonly kind: 'trusted';
  /** As the service sent it: what an inbox stores. */
  readonly sent: ParsedEvent;
  /** With what the schemas made of it: what a handler gets. */
  readonly event: ParsedEvent;
}

/** The first half of the pipeline: from a delivery to an event that can be trusted. */
export async function trust<Framework>(
  arrival: Arrival<Framework>,
  settings: VerifierSettings<Framework>,
): Promise<Trusted | Rejected | Unavailable> {
  const { facts } = arrival;

  const admitted = await admit(arrival, settings.maxBodyBytes);
  if ('kind' in admitted) return admitted;
  facts.bodyBytes = admitted.body.length;

  const verified = await verify(admitted, arrival, settings);
  if ('kind' in verified) return verified;
  facts.timestamp = verified.timestamp;
  facts.secretIndex = verified.secretIndex;

  const parsed = parseEvent(admitted.body);
  if (!parsed.ok) return rejected(parsed);
  const sent = parsed.event;

  if (!isOwn(sent, settings.integrationId)) return rejected(reject('wrong_integration'));
  facts.event = sent;

  const validated = await validate(sent, settings.applySchemas, arrival.deadline);
  if ('kind' in validated) return validated;
  return { kind: 'trusted', sent, event: validated.event };
}
