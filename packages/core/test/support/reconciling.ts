import { vi } from 'vitest';
import {
  createReceiver,
  type EventEnvelope,
  memoryStore,
  type ReceiverOptions,
  resultId,
} from '../../src/index.js';
import { type RecordedEvent, recordedEvent } from './sample-event.js';
import { now, SECRET, signedDelivery } from './signed-delivery.js';

/** An event as the service delivers it. */
export const webhook = (id: string, data: object = {}): RecordedEvent => recordedEvent(id, data);

/** The event that a poll of the same record makes. */
export const pollOf = (data: object = {}): EventEnvelope => {
  const event = recordedEvent('', data);
  return { ...event, id: resultId(event), source: 'poll' };
};

/** The id of the result that both bring. */
export const RESULT = 'result:dv_7h2k9m4q1x8z:RECORDED:2026-11-20T10:00:04.000Z';

/** A receiver that reconciles, and what comes to it. */
export function receiverWith(options: Partial<ReceiverOptions> = {}) {
  const handler = vi.fn<(event: EventEnvelope) => unknown>();
  const store = options.dedupe ?? memoryStore({ now });
  const receiver = createReceiver({
    secret: SECRET,
    now,
    dedupe: store,
    reconciliation: true,
    handlers: { '*': handler },
    ...options,
  });
  return {
    handler,
    store,
    receiver,
    deliver: async (event: object) =>
      (await receiver.receive(await signedDelivery(event))).outcome.kind,
    poll: async (event = pollOf()) => (await receiver.process(event)).kind,
  };
}
