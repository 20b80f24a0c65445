import type { Ack, Receiver, ReceiverOptions } from '@screening-webhooks/core';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { screeningTelemetry, type TelemetryOptions } from '../../src/index.js';
import { afterMs } from './after-ms.js';
import { deliveryOf, eventOf, now, SECRET } from './deliveries.js';
import { type TestSdk, testSdk } from './sdk.js';

/** A receiver with telemetry, and the SDK that keeps its spans and metrics. By default, its handlers do nothing. */
export function tracedReceiver(
  options: Partial<ReceiverOptions> = {},
  telemetry: TelemetryOptions = {},
): { readonly sdk: TestSdk; readonly receiver: Receiver } {
  const sdk = testSdk();
  const { createReceiver } = screeningTelemetry({ ...sdk.providers, ...telemetry });
  const receiver = createReceiver({ secret: SECRET, now, handlers: { '*': () => {} }, ...options });
  return { sdk, receiver };
}

/** Lets the ack of a delivery time out, and its handler end after that. `create` makes the receiver. */
export async function deliverLate(
  create: (options: ReceiverOptions) => Receiver,
  whileItRuns: (ack: Ack) => void = () => {},
): Promise<Receiver> {
  const hold = deferred();
  const late = deferred();
  const receiver = create({
    secret: SECRET,
    now,
    ackTimeout: 20,
    handlers: { '*': () => hold.promise },
    observe: (observation) => {
      if (observation.late) late.resolve();
    },
  });
  const signed = await deliveryOf(eventOf('evt_1'));
  whileItRuns(await afterMs(20, () => receiver.receive(signed)));
  hold.resolve();
  await late.promise;
  return receiver;
}
