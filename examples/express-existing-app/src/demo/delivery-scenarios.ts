import { duplicate, failed, ignored, inProgress, processed, rejected, timedOut } from './acks.js';
import { delivery } from './delivery.js';
import { ACK_TIMEOUT, PREVIOUS_SECRET, SECRET } from './demo-settings.js';
import { events } from './events.js';
import type { Scenario } from './scenario.js';

const OTHER_SECRET = 'whsec_demo_of_another_endpoint';

/** Every delivery of the demo, in order, with the answer that the specification requires. */
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
    title: 'During a rotation of the signing secret',
    steps: [
      {
        what: 'signed with the previous secret',
        send: delivery(events.rolled, { signedWith: PREVIOUS_SECRET }),
        expect: processed,
      },
      {
        what: 'two v1, only the second by a known secret',
        send: delivery(events.twoV1, { signedWith: [OTHER_SECRET, SECRET] }),
        expect: processed,
      },
    ],
  },
  {
    title: 'Refused',
    steps: [
      {
        what: 'signed with an unknown secret',
        send: delivery(events.refused, { signedWith: OTHER_SECRET }),
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
        what: 'signed 240 s ago: still valid',
        send: delivery(events.recent, { secondsAgo: 240 }),
        expect: processed,
      },
      {
        what: 'signed 301 s ago',
        send: delivery(events.refused, { secondsAgo: 301 }),
        expect: rejected(400, 'timestamp_too_old'),
      },
      {
        what: 'signed by a clock 360 s ahead',
        send: delivery(events.refused, { secondsAgo: -360 }),
        expect: rejected(400, 'timestamp_in_future'),
      },
    ],
  },
  {
    title: `Slower than the ack deadline (${ACK_TIMEOUT} ms here)`,
    steps: [
      { what: 'handler still running', send: delivery(events.slow), expect: timedOut },
      { what: 'its retry, meanwhile', send: delivery(events.slow), expect: inProgress },
      {
        what: 'its retry, after the handler has ended',
        send: delivery(events.slow),
        whenIdle: true,
        expect: duplicate,
      },
    ],
  },
  {
    title: 'An unknown event type',
    steps: [{ what: 'archived', send: delivery(events.unknown), expect: ignored }],
  },
];
