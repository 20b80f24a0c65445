import { expect, test } from 'vitest';
import { systemHost } from '../src/host.js';
import { bareReceiver, type CreateOwnReceiver } from '../test/prove/receivers/own-receivers.js';
import { createProbe } from '../test/prove/receivers/probe.js';
import { acksFirst, storesIdLate } from '../test/prove/receivers/verified-route.js';
import {
  checksThat,
  only,
  proveAsJson,
  SECRET,
  serveBesideProbe,
} from '../test/prove/run-prove.js';

// The waits of `prove` with real timers. `npm test` runs the same checks in virtual time, where every order is enforced;
// this shows that the real waits leave enough room. Margins on a busy machine, with --timeout 4:
// - acks-after-the-work, duplicates-at-once: 500 and 300 ms from the start of a handler until it ends. In that time an
//   answer and a probe request, or five deliveries, must get through.
// - duplicate-during-a-failure: 200 ms between the duplicate and the failure.
// - handler-that-outlasts-the-wait: the handler takes 1 s longer than the wait. The probe reports its end.
const timed = [
  'acks-after-the-work',
  'handler-that-outlasts-the-wait',
  'duplicates-at-once',
  'duplicate-during-a-failure',
  'slow-body',
  'after-a-cut-body',
];

const receivers: readonly (readonly [name: string, create: CreateOwnReceiver, failed: string[]])[] =
  [
    ['receiver.fetch', bareReceiver, []],
    [
      'acks-first',
      ([secret = ''], probe) => acksFirst(secret, probe),
      ['acks-after-the-work', 'handler-that-outlasts-the-wait'],
    ],
    [
      'stores-id-late',
      ([secret = ''], probe) => storesIdLate(secret, probe),
      ['handler-that-outlasts-the-wait', 'duplicates-at-once'],
    ],
  ];

test.for(receivers)('%s, with real timers', async ([_name, create, failed]) => {
  const { report } = await serveBesideProbe(
    (probe) => create([SECRET], probe),
    (receiver, probe) => {
      const args = [receiver, '--probe', probe, '--timeout', '4', ...only(...timed)];
      return proveAsJson(args, systemHost);
    },
    createProbe(),
  );
  expect(checksThat(report, 'failed')).toEqual(failed);
});
