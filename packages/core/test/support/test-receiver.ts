import {
  type Ack,
  type ContextArguments,
  createReceiver,
  type ReceiverOptions,
  type StandardSchemaV1,
} from '../../src/index.js';
import { recordedEvent } from './sample-event.js';
import {
  type DeliveryOverrides,
  now,
  SECRET,
  sampleDelivery,
  signedDelivery,
} from './signed-delivery.js';

/** A receiver of the deliveries that `signedDelivery` makes, and `deliver`, which sends it one. It is silent, and its handler does nothing. */
export function testReceiver<Framework = unknown>(
  options: Partial<ReceiverOptions<Framework>> = {},
) {
  const base = { secret: SECRET, now, observe: false, handlers: { '*': () => {} } } as const;
  const receiver = createReceiver<Framework>({ ...base, ...options });
  const deliver = async (id?: string, ...context: ContextArguments<Framework>): Promise<Ack> =>
    receiver.receive(await sampleDelivery(id), ...context);
  return { ...receiver, deliver };
}

/** Delivers once, to a receiver of its own. */
export async function receiveOne(
  options: Partial<ReceiverOptions>,
  content: object | string = recordedEvent(),
  overrides: DeliveryOverrides = {},
): Promise<Ack> {
  return testReceiver(options).receive(await signedDelivery(content, overrides));
}

/** A schema of any library. */
export const schemaOf = (validate: StandardSchemaV1.Props['validate']): StandardSchemaV1 => ({
  '~standard': { version: 1, vendor: 'test', validate },
});
