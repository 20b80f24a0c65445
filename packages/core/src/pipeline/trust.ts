import { type Parsed, type ParsedEvent, parseEvent } from '../events/parse-event.js';
import { andThen, type MaybePromise } from '../maybe-promise.js';
import type { VerifierSettings } from '../settings.js';
import { admit, readInTime } from './admit.js';
import { expired } from './deadline.js';
import type { Delivery } from './delivery.js';
import { type Rejected, rejected, type Unavailable } from './outcome.js';
import { isOwn } from './own.js';
import type { Passage } from './passage.js';
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

type Judged = Trusted | Rejected | Unavailable;

/** The first half of the pipeline: from a delivery to an event that can be trusted. */
export function trust<Framework>(
  delivery: Delivery,
  passage: Passage<Framework>,
  settings: VerifierSettings<Framework>,
): MaybePromise<Judged> {
  const header = admit(delivery, settings.maxBodyBytes);
  if (!header.ok) return rejected(header);

  const reading = readInTime(delivery, passage.deadline, settings.maxBodyBytes);
  return andThen(reading, (body) => {
    if (body === expired) return rejected(reject('body_incomplete'));
    if ('code' in body) return rejected(body);
    passage.facts.bodyBytes = body.length;

    const verifying = verify(header, body, passage, settings);
    return andThen(verifying, (verified) => {
      if ('kind' in verified) return verified;
      if (!verified.ok) return rejected(verified);
      passage.facts.timestamp = verified.timestamp;
      passage.facts.secretIndex = verified.secretIndex;

      return accept(parseEvent(body), passage, settings);
    });
  });
}

/** The end of it: an event whose word is taken must still be ours, and what the schemas say. */
export function accept<Framework>(
  parsed: Parsed | Rejection,
  { facts, deadline }: Passage<Framework>,
  settings: VerifierSettings<Framework>,
): MaybePromise<Judged> {
  if (!parsed.ok) return rejected(parsed);
  const sent = parsed.event;

  if (!isOwn(sent, settings.integrationId)) return rejected(reject('wrong_integration'));
  facts.event = sent;

  return andThen(validate(sent, settings.applySchemas, deadline), (validated) => {
    if ('kind' in validated) return validated;
    return validated.ok ? { kind: 'trusted', sent, event: validated.event } : rejected(validated);
  });
}
