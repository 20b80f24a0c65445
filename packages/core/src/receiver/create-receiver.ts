import { defaultStore } from '../dedupe/memory-store.js';
import { checkEnvelope, withSource } from '../events/parse-event.js';
import type { NoSchemas, Schemas } from '../events/schemas.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import { handlerTimedOut, runHandler } from '../handlers/run-handler.js';
import { checkOptions, checkStopTimeout } from '../options/check-options.js';
import { type Ack, ackFor } from '../outcome/ack.js';
import { rejected } from '../outcome/ended.js';
import type { DispatchOutcome, Outcome } from '../outcome/outcome.js';
import type { Delivery, ReceiveContext } from '../pipeline/delivery.js';
import { checkDelivery, DeliveryContext } from '../pipeline/delivery-context.js';
import { flush } from '../pipeline/finish.js';
import { InFlight } from '../pipeline/in-flight.js';
import { receive, receiveTrusted } from '../pipeline/receive.js';
import type { ReceiverSettings } from '../pipeline/settings.js';
import { fetchDelivery, toResponse } from '../requests/fetch-delivery.js';
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
    const context = new DeliveryContext(delivery, given, settings.now, settings.ackTimeout);
    return ackFor(await receive(delivery, context, settings, inFlight));
  }

  async function processEvent(
    event: EventEnvelope,
    given?: ReceiveContext<Framework>,
  ): Promise<Outcome> {
    // Nobody waits for an ack here, so the deadline is the handler's.
    const context = new DeliveryContext({}, given, settings.now, settings.times.handlerTimeout);
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

/** Validates an event and runs its handler: `receiver.dispatch`. */
async function dispatchEvent<Framework>(
  event: EventEnvelope,
  { framework, signal }: DispatchContext<Framework>,
  settings: ReceiverSettings<Framework>,
): Promise<DispatchOutcome> {
  // An event that a receiver has taken is not too deep, and an event by hand may be anything.
  const checked = checkEnvelope(event, true);
  if (!checked.ok) return rejected(checked);

  const validated = await settings.applySchemas(checked.event);
  if (!validated.ok) return rejected(validated);

  const handler = settings.route(event.type);
  if (!handler) return { kind: 'ignored' };

  // A copy: the event belongs to the caller.
  const copy = withSource({ ...validated.event });
  const limit = limitTime(settings.times.handlerTimeout, signal);
  const outcome = await runHandler(handler, copy, { signal: limit.signal, framework });
  limit.end();
  return outcome;
}

// AbortSignal.timeout cannot be cleared: at a thousand events a second it would hold the timers of ten minutes.
function limitTime(ms: number, outer?: AbortSignal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const onOuterAbort = (): void => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(handlerTimedOut(ms)), ms);
  outer?.addEventListener('abort', onOuterAbort);
  if (outer?.aborted) onOuterAbort();
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onOuterAbort);
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
