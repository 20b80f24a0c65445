import { checkEnvelope } from '../events/parse-event.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import type { Lifecycle } from '../lifecycle.js';
import type { ReceiverSettings } from '../settings.js';
import { answer } from './answer.js';
import type { ReceiveContext } from './delivery.js';
import type { Outcome } from './outcome.js';
import { Passage } from './passage.js';
import { receive } from './receive.js';
import { accept } from './trust.js';

/**
 * `receiver.process`: the pipeline from "own?" on, for an event that is trusted for another reason than a signature. There
 * is no ack to be in time for, so its deadline is the handler's.
 */
export function processEvent<Framework>(
  event: EventEnvelope,
  context: ReceiveContext<Framework> | undefined,
  settings: ReceiverSettings<Framework>,
  lifecycle: Lifecycle,
): Promise<Outcome> {
  const passage = new Passage(context, settings.now(), settings.times.handlerTimeout);
  const enter = () => accept(checkEnvelope({ ...event }), passage, settings);
  const pipeline = () => receive(passage, enter, settings, lifecycle);
  return answer(passage, settings, pipeline, (outcome) => outcome);
}
