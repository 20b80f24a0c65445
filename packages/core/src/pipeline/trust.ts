import { type Parsed, type ParsedEvent, parseEvent } from '../events/parse-event.js';
import type { VerifierSettings } from '../settings.js';
import { admit } from './admit.js';
import type { Arrival, Passage } from './arrival.js';
import { type Rejected, rejected, type Unavailable } from './outcome.js';
import { isOwn } from './own.js';
import { type Rejection, reject } from './rejection.js';
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

  return accept(parseEvent(admitted.body), arrival, settings);
}

/** The end of it: an event whose word is taken must still be ours, and what the schemas say. */
export async function accept<Framework>(
  parsed: Parsed | Rejection,
  { facts, deadline }: Passage<Framework>,
  settings: VerifierSettings<Framework>,
): Promise<Trusted | Rejected | Unavailable> {
  if (!parsed.ok) return rejected(parsed);
  const sent = parsed.event;

  if (!isOwn(sent, settings.integrationId)) return rejected(reject('wrong_integration'));
  facts.event = sent;

  const validated = await validate(sent, settings.applySchemas, deadline);
  if ('kind' in validated) return validated;
  return { kind: 'trusted', sent, event: validated.event };
}
