import { dispatchEvent } from './dispatch-event.js';
import type {
  FormDataSchemas,
  MetadataSchema,
  NoMetadataSchema,
  NoSchemas,
} from './events/webhook-event.js';
import { fetchDelivery, toResponse } from './fetch/fetch-delivery.js';
import { lifecycle } from './lifecycle.js';
import type { ReceiverOptions } from './options.js';
import type { Ack } from './pipeline/ack.js';
import { answer, toAckOrThrow } from './pipeline/answer.js';
import type { Delivery, ReceiveContext } from './pipeline/delivery.js';
import { arrive } from './pipeline/passage.js';
import { processEvent } from './pipeline/process.js';
import { receive } from './pipeline/receive.js';
import { trust } from './pipeline/trust.js';
import type { Receiver } from './receiver.js';
import { receiverSettings } from './settings.js';

/**
 * Builds a receiver. Everything is checked now, so that a mistake fails the deploy and not the first delivery.
 *
 * @throws TypeError for a malformed option, naming the option and the cure.
 * @example
 * const receiver = createReceiver({
 *   secret: process.env.SCREENING_SECRET ?? '',
 *   handlers: {
 *     'document_verification.completed': async ({ data }) => activate(data.externalId),
 *   },
 * });
 * export const POST = receiver.fetch;
 */
export function createReceiver<
  Framework = unknown,
  const Forms extends FormDataSchemas = NoSchemas,
  Meta extends MetadataSchema = NoMetadataSchema,
>(options: ReceiverOptions<Framework, Forms, Meta>): Receiver<Framework> {
  const settings = receiverSettings(options);
  const life = lifecycle();

  const take = (delivery: Delivery, context?: ReceiveContext<Framework>): Promise<Ack> => {
    const passage = arrive(delivery, context, settings);
    const enter = () => trust(delivery, passage, settings);
    const pipeline = () => receive(passage, enter, settings, life);
    return life.track(answer(passage, settings, pipeline, toAckOrThrow));
  };

  return {
    receive: (delivery, ...[context]) => take(delivery, context),
    fetch: async (request: Request, context?: ReceiveContext<Framework>) =>
      toResponse(await take(fetchDelivery(request), context)),
    process: (event, ...[context]) => life.track(processEvent(event, context, settings, life)),
    reconciles: settings.reconciliation,
    dispatch: (event, context = {}) => life.track(dispatchEvent(event, context, settings)),
    drain: ({ timeout = 30_000 } = {}) => life.drain(timeout),
  };
}
