import { duplicate, failed, ignored, inProgress, processed, rejected, timedOut } from './acks.js';
import { delivery } from './delivery.js';
import { events } from './events.js';
import type { Scenario } from './scenario.js';
import { ACK_TIMEOUT, PREVIOUS_SECRET, SECRET } from './setting.js';

const NOT_OURS = 'whsec_demo_of_somebody_else';

/** Every delivery of the demo, in order, with what the specification demands. */
export const deliveryScenarios: readonly Scenario[] = [
  {
    title: 'The three events that the service emits',
    steps: [
      { what: 'completed', send: delivery(events.completed), expect: processed },
      { what: 'recorded', send: delivery(events.recorded), expect: processed },
      { what: 'failed', send: delivery(events.failed), expect: processed },
    ],
  },
  {
    title: 'Delivered more than once',
    steps: [
      { what: 'completed, once more', send: delivery(events.completed), expect: duplicate },
      {
        what: 'a new event, 8 deliveries at once',
        send: delivery(events.burst),
        copies: 8,
        expect: processed,
        others: [inProgress, duplicate],
      },
      { what: 'an event whose handler fails', send: delivery(events.retried), expect: failed },
      { what: 'its retry', send: delivery(events.retried), expect: processed },
      { what: 'and another', send: delivery(events.retried), expect: duplicate },
    ],
  },
  {
    title: 'While the signing secret is rolled',
    steps: [
      {
        what: 'signed with the previous secret',
        send: delivery(events.rolled, { signedWith: PREVIOUS_SECRET }),
        expect: processed,
      },
      {
        what: 'two v1, only the second is ours',
        send: delivery(events.twoV1, { signedWith: [NOT_OURS, SECRET] }),
        expect: processed,
      },
    ],
  },
  {
    title: 'Not to be trusted',
    steps: [
      {
        what: 'signed with a secret that is not ours',
        send: delivery(events.refused, { signedWith: NOT_OURS }),
        expect: rejected(401, 'signature_mismatch'),
      },
      {
        what: 'changed after it was signed',
        send: delivery(events.refused, { alter: (body) => body.replace('"ada"', '"ben"') }),
        expect: rejected(401, 'signature_mismatch'),
      },
      {
        what: 'without Service-Signature',
        send: delivery(events.refused, { signedWith: [] }),
        expect: rejected(400, 'signature_header_missing'),
      },
      {
        what: 'signed 290 s ago: still good',
        send: delivery(events.recent, { secondsAgo: 290 }),
        expect: processed,
      },
      {
        what: 'signed 301 s ago',
        send: delivery(events.refused, { secondsAgo: 301 }),
        expect: rejected(400, 'timestamp_too_old'),
      },
      {
        what: 'signed 310 s ahead of our clock',
        send: delivery(events.refused, { secondsAgo: -310 }),
        expect: rejected(400, 'timestamp_in_future'),
      },
    ],
  },
  {
    title: `Slower than the ack deadline (${ACK_TIMEOUT} ms here)`,
    steps: [
      { what: 'handler still at work', send: delivery(events.slow), expect: timedOut },
      { what: 'its retry, meanwhile', send: delivery(events.slow), expect: inProgress },
      {
        what: 'its retry, once the handler has ended',
        send: delivery(events.slow),
        whenIdle: true,
        expect: duplicate,
      },
    ],
  },
  {
    title: 'An event type that nobody has heard of',
    steps: [{ what: 'archived', send: delivery(events.unknown), expect: ignored }],
  },
];
