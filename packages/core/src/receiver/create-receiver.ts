import { defaultStore } from '../dedupe/memory-store.js';
import type { NoSchemas, Schemas } from '../events/schemas.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import { checkOptions } from '../options/check-names.js';
import { checkStopTimeout } from '../options/check-options.js';
import { type Ack, ackFor } from '../outcome/ack.js';
import type { DispatchOutcome, Outcome } from '../outcome/outcome.js';
import type { Delivery, ReceiveContext } from '../pipeline/delivery.js';
import { createContext } from '../pipeline/delivery-context.js';
import { flush } from '../pipeline/finish.js';
import { InFlight } from '../pipeline/in-flight.js';
import { receive, receiveTrusted } from '../pipeline/receive.js';
import type { ReceiverSettings } from '../pipeline/settings.js';
import { fetchDelivery, toResponse } from '../requests/fetch-delivery.js';
import { checkDelivery } from './check-delivery.js';
import { dispatchEvent } from './dispatch-event.js';
import type { ReceiverOptions, ReceiverOptionsWithStore } from './options.js';
import type { DispatchContext, Receiver } from './receiver.js';
import { receiverSettings } from './receiver-settings.js';

/**
 * Builds a receiver. It checks every option now, so that a mistake fails the deploy and not the first delivery.
 *
 * @throws TypeError for a malformed option, naming the option and the fix.
 * @example
 * const receiver = createReceiver({
 *   secret: process.env.SCREENING_SECRET ?? '', // An empty secret throws here.
 *   handlers: {
 *     'document_verification.completed': async ({ data }) => activate(data.externalId),
 *   },
 * });
 * export const POST = receiver.fetch;
 */
export function createReceiver<Framework = unknown, Given extends Schemas = NoSchemas>(
  options: ReceiverOptions<Framework, Given>,
): Receiver<Framework> {
  return receiverOf(receiverSettings(options, defaultStore));
}

/**
 * Builds a receiver whose store is always given. A bundle of it has no store in memory.
 *
 * @throws TypeError for a malformed option, and without `dedupe`.
 */
export function createReceiverWithStore<Framework, Given extends Schemas>(
  options: ReceiverOptionsWithStore<Framework, Given>,
): Receiver<Framework> {
  return receiverOf(receiverSettings(options));
}

function receiverOf<Framework>(settings: ReceiverSettings<Framework>): Receiver<Framework> {
  const inFlight = new InFlight();

  async function receiveDelivery(
    delivery: Delivery,
    given?: ReceiveContext<Framework>,
  ): Promise<Ack> {
    checkDelivery(delivery);
    const context = createContext(delivery, given, settings.now, settings.ackTimeout);
    return ackFor(await receive(delivery, context, settings, inFlight));
  }

  async function processEvent(
    event: EventEnvelope,
    given?: ReceiveContext<Framework>,
  ): Promise<Outcome> {
    // Nobody waits for an ack here, so the deadline is the handler's.
    const context = createContext({}, given, settings.now, settings.times.handlerTimeout);
    return receiveTrusted(event, context, settings, inFlight);
  }

  async function dispatch(
    event: EventEnvelope,
    context: DispatchContext<Framework> = {},
  ): Promise<DispatchOutcome> {
    inFlight.begin();
    try {
      return await dispatchEvent(event, context, settings);
    } finally {
      inFlight.end();
    }
  }

  return {
    receive: receiveDelivery,
    // Not async: Express 4 catches what a handler throws, and not what it rejects with.
    fetch(request: Request, context?: ReceiveContext<Framework>) {
      const delivery = fetchDelivery(request);
      return receiveDelivery(delivery, context).then(toResponse);
    },
    process: processEvent,
    reconciles: settings.reconciliation,
    dispatch,
    async drain(given) {
      await inFlight.drain(checkStopTimeout(given));
      flush(settings);
    },
  };
}

/**
 * The receiver that a function was given, or a new one from its options.
 *
 * @param create Builds one from options.
 * @param name The function, for the message.
 * @throws TypeError for a malformed option, naming the option and the fix.
 */
export function asReceiver<Framework, Options extends object>(
  given: Receiver<Framework> | Options,
  create: (options: Options) => Receiver<Framework>,
  name: string,
): Receiver<Framework> {
  checkOptions(given, `${name}({ secret, handlers }) or ${name}(receiver)`);
  return 'receive' in given ? given : create(given);
}
