import { gzipSync } from 'node:zlib';
import { signBody } from '@screening-webhooks/core';
import { type SignedDelivery, sign } from '@screening-webhooks/testing';
import type { JsonObject } from '../event/edit-event.js';
import { nearest } from '../event/nearest.js';
import { UsageError } from '../terminal/usage-error.js';
import type { Fault, PlannedDelivery } from './fault.js';
import { hostileFaults } from './hostile-faults.js';

// Not at the window's edge of 300 s: clocks differ by a second or two.
const OUTSIDE_WINDOW_SECONDS = 310;
/** What a receiver of this toolkit takes unless it is told otherwise. */
const DEFAULT_MAX_BODY_BYTES = 1_048_576;
const OTHER_SECRET = 'whsec_of_another_endpoint';

const acked = { method: 'POST', manner: 'at once', expected: 'ack' } as const;
const refused = { ...acked, expected: 'refusal' } as const;

/** No fault: one delivery, signed by every secret as the service signs while a secret is being rolled. */
export const noFault: Fault = {
  name: 'none',
  summary: 'nothing is wrong',
  retryable: true,
  plan: async (body, { secrets, now }) => [
    planned(await sign(body, { secret: secrets, at: now }), acked),
  ],
};

/** The faults that are made of the event that was asked for. */
const eventFaults: readonly Fault[] = [
  {
    name: 'duplicate',
    summary: 'the same event twice, one after the other; both acked, one handled',
    plan: async (body, { secrets, now }) => {
      const first = await sign(body, { secret: secrets, at: now });
      return [
        planned(first, acked),
        planned(await first.retry(1), { ...acked, expected: 'duplicate' }),
      ];
    },
  },
  {
    name: 'race',
    summary: 'the same event twice at once; one acked, the other too or told 409',
    together: true,
    plan: async (body, { secrets, now }) => {
      const signed = await sign(body, { secret: secrets, at: now });
      const delivery = planned(signed, { ...acked, expected: 'ack or busy' });
      return [delivery, delivery];
    },
  },
  {
    name: 'stale',
    summary: `signed ${OUTSIDE_WINDOW_SECONDS} s ago; refused`,
    plan: async (body, { secrets, now }) => [
      planned(await sign(body, { secret: secrets, at: now - OUTSIDE_WINDOW_SECONDS }), refused),
    ],
  },
  {
    name: 'future',
    summary: `signed ${OUTSIDE_WINDOW_SECONDS} s ahead; refused`,
    plan: async (body, { secrets, now }) => [
      planned(await sign(body, { secret: secrets, at: now + OUTSIDE_WINDOW_SECONDS }), refused),
    ],
  },
  {
    name: 'tampered',
    summary: 'changed after it was signed; refused',
    plan: async (body, { secrets, now }) => [
      planned((await sign(body, { secret: secrets, at: now })).tampered(), refused),
    ],
  },
  {
    name: 'wrong-secret',
    summary: 'signed with the secret of another endpoint; refused',
    plan: async (body, { now }) => [
      planned(await sign(body, { secret: OTHER_SECRET, at: now }), refused),
    ],
  },
  {
    name: 'rotated',
    summary: 'two v1, of which the second is by the secret that the receiver knows; acked',
    retryable: true,
    plan: async (body, { secrets: [secret], now }) => [
      planned(await sign(body, { secret: [OTHER_SECRET, secret], at: now }), acked),
    ],
  },
  {
    name: 'indented',
    summary: 'the event indented, and signed so; a receiver that re-serialises refuses it; acked',
    retryable: true,
    plan: async (body, { secrets, now }) => {
      const indented = `${JSON.stringify(objectOf(body), null, 2)}\n`;
      return [planned(await sign(indented, { secret: secrets, at: now }), acked)];
    },
  },
  {
    name: 'unknown-type',
    summary: 'an event of a type that is not in the specification; acked',
    retryable: true,
    plan: async (body, { secrets, now }) => {
      const unknown = JSON.stringify({ ...objectOf(body), type: 'screening.unheard_of' });
      return [planned(await sign(unknown, { secret: secrets, at: now }), acked)];
    },
  },
  {
    name: 'chunked',
    summary: 'the body in small chunks, without a Content-Length; acked',
    retryable: true,
    plan: async (body, { secrets, now }) => [
      planned(await sign(body, { secret: secrets, at: now }), { ...acked, manner: 'in chunks' }),
    ],
  },
  {
    name: 'slow-body',
    summary: 'the body in ten pieces over two seconds; acked',
    retryable: true,
    plan: async (body, { secrets, now }) => [
      planned(await sign(body, { secret: secrets, at: now }), { ...acked, manner: 'slowly' }),
    ],
  },
  {
    name: 'abort',
    summary: 'we hang up in the middle of the body; nothing is handled',
    plan: async (body, { secrets, now }) => [
      planned(await sign(body, { secret: secrets, at: now }), {
        ...acked,
        manner: 'cut off',
        expected: 'nothing',
      }),
    ],
  },
  {
    name: 'oversized',
    summary: 'a genuine event of one byte more than 1 MiB; refused',
    plan: async (body, { secrets, now }) => {
      const padding = 'x'.repeat(
        Math.max(0, DEFAULT_MAX_BODY_BYTES + 1 - Buffer.byteLength(padded(body, ''))),
      );
      return [planned(await sign(padded(body, padding), { secret: secrets, at: now }), refused)];
    },
  },
  {
    name: 'gzip',
    summary: 'signed and then compressed, as a proxy would; refused',
    plan: async (body, { secrets, now }) => [
      {
        ...refused,
        headers: [
          ['Content-Type', 'application/json'],
          ['Content-Encoding', 'gzip'],
          ['Service-Signature', await signBody(body, { secret: secrets, timestamp: now })],
        ],
        body: gzipSync(body),
      },
    ],
  },
];

/** Every fault, in the order of `--help`. */
export const faults: readonly Fault[] = [...eventFaults, ...hostileFaults];

/**
 * The fault of a name.
 *
 * @throws UsageError naming the nearest one.
 */
export function findFault(name: string): Fault {
  const fault = faults.find((each) => each.name === name);
  if (fault !== undefined) return fault;
  const meant = nearest(
    name,
    faults.map((each) => each.name),
  );
  throw new UsageError(
    `unknown fault "${name}"; ${meant === undefined ? 'see screening-webhooks trigger --help for all of them.' : `did you mean ${meant}?`}`,
  );
}

function planned(
  signed: SignedDelivery,
  how: Omit<PlannedDelivery, 'headers' | 'body'>,
): PlannedDelivery {
  return { ...how, headers: Object.entries(signed.headers), body: Buffer.from(signed.body) };
}

// Whatever the event came from, it was an object.
function objectOf(body: string): JsonObject {
  return JSON.parse(body);
}

function padded(body: string, padding: string): string {
  return JSON.stringify({ ...objectOf(body), padding });
}
