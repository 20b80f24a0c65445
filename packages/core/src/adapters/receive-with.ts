import type { Schemas } from '../events/schemas.js';
import {
  asReceiver,
  createReceiver,
  createReceiverWithStore,
} from '../receiver/create-receiver.js';
import type { ReceiverOptions, ReceiverOptionsWithStore } from '../receiver/options.js';
import type { Receiver } from '../receiver/receiver.js';
import type { Adapter, Receiving } from './adapter.js';
import { watchMount } from './watch-mount.js';

/**
 * The core of `webhook` in an adapter: a receiver, and what receives a call of the framework with it. `handle` rejects with
 * what `receive` of the receiver rejects with, and with what the adapter's own functions throw.
 *
 * @param name The function that was called, for messages.
 * @throws TypeError for a malformed option, naming the option and the fix.
 */
export function receiveWith<
  Call extends readonly unknown[],
  Framework,
  Answer,
  Given extends Schemas,
>(
  adapter: Adapter<Call, Framework, Answer>,
  given: Receiver<Framework> | ReceiverOptions<Framework, Given>,
  name = 'webhook',
): Receiving<Call, Framework, Answer> {
  return receiving(adapter, asReceiver(given, createReceiver<Framework, Given>, name), name);
}

/**
 * The same for an adapter's second entry, whose options must have a `dedupe` store: its bundle has no store in memory.
 *
 * @param name The function that was called, for messages.
 * @throws TypeError for a malformed option, and without `dedupe`, naming the option and the fix.
 */
export function receiveWithStore<
  Call extends readonly unknown[],
  Framework,
  Answer,
  Given extends Schemas,
>(
  adapter: Adapter<Call, Framework, Answer>,
  given: Receiver<Framework> | ReceiverOptionsWithStore<Framework, Given>,
  name = 'webhook',
): Receiving<Call, Framework, Answer> {
  return receiving(
    adapter,
    asReceiver(given, createReceiverWithStore<Framework, Given>, name),
    name,
  );
}

function receiving<Call extends readonly unknown[], Framework, Answer>(
  { delivery, context, answer, unroutedTarget }: Adapter<Call, Framework, Answer>,
  receiver: Receiver<Framework>,
  name: string,
): Receiving<Call, Framework, Answer> {
  const { receive } = receiver;
  const watch = watchMount(name);
  return {
    receiver,
    async handle(...call) {
      const given = delivery(...call);
      const ack = await receive(given, context(...call));
      watch(ack, given, () => unroutedTarget?.(...call));
      return answer(ack, ...call);
    },
  };
}
