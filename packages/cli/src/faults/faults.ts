import { gzipSync } from 'node:zlib';
import { signBody } from '@screening-webhooks/core';
import { UsageError } from '@screening-webhooks/terminal';
import { type SignedDelivery, sign } from '@screening-webhooks/testing';
import type { JsonObject } from '../event/edit-event.js';
import { nearest } from '../event/nearest.js';
import type { Fault, PlannedDelivery } from './fault.js';
import { hostileFaults } from './hostile-faults.js';

// Beyond the 300 s of the window, because clocks differ by a second or two.
const OUTSIDE_WINDOW_SECONDS = 310;
/** The default limit of this toolkit's receivers. */
const DEFAULT_MAX_BODY_BYTES = 1_048_576;
const OTHER_SECRET = 'whsec_of_another_endpoint';

const acked = { method: 'POST', transferMode: 'at once', expected: 'ack' } as const;
const refused = { ...acked, expected: 'refusal' } as const;

/** No fault: one delivery, signed with every secret, as the service does while a secret is being rolled. */
export const noFault: Fault = {
  name: 'none',
  summary: 'a genuine delivery',
  retryable: true,
  plan: async (body, { secrets, now }) => [
    planned(await sign(body, { secret: secrets, at: now }), acked),
  ],
};

/** The faults that use the requested event. */
const eventFaults: readonly Fault[] = [
  {
    name: 'duplicate',
    summary: 'the same event twice in sequence; both acked, one handled',
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
    summary: 'the same event twice at once; one acked, the other acked or 409',
    concurrent: true,
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
    summary: 'changed after signing; refused',
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
    summary: "two v1, the second signed with the receiver's secret; acked",
    retryable: true,
    plan: async (body, { secrets: [secret], now }) => [
      planned(await sign(body, { secret: [OTHER_SECRET, secret], at: now }), acked),
    ],
  },
  {
    name: 'indented',
    summary: 'an indented event, signed as sent; acked, unless re-serialised',
    retryable: true,
    plan: async (body, { secrets, now }) => {
      const indented = `${JSON.stringify(objectOf(body), null, 2)}\n`;
      return [planned(await sign(indented, { secret: secrets, at: now }), acked)];
    },
  },
  {
    name: 'unknown-type',
    summary: 'an event type that the specification does not list; acked',
    retryable: true,
    plan: async (body, { secrets, now }) => {
      const unknown = JSON.stringify({ ...objectOf(body), type: 'screening.unheard_of' });
      return [planned(await sign(unknown, { secret: secrets, at: now }), acked)];
    },
  },
  {
    name: 'chunked',
    summary: 'a body in small chunks, without a Content-Length; acked',
    retryable: true,
    plan: async (body, { secrets, now }) => [
      planned(await sign(body, { secret: secrets, at: now }), {
        ...acked,
        transferMode: 'in chunks',
      }),
    ],
  },
  {
    name: 'slow-body',
    summary: 'a body in ten pieces over two seconds; acked',
    retryable: true,
    plan: async (body, { secrets, now }) => [
      planned(await sign(body, { secret: secrets, at: now }), { ...acked, transferMode: 'slowly' }),
    ],
  },
  {
    name: 'abort',
    summary: 'the connection closes in the middle of the body; not handled',
    plan: async (body, { secrets, now }) => [
      planned(await sign(body, { secret: secrets, at: now }), {
        ...acked,
        transferMode: 'cut off',
        expected: 'nothing',
      }),
    ],
  },
  {
    name: 'oversized',
    summary: 'a genuine event of 1 MiB and one byte; refused',
    plan: async (body, { secrets, now }) => {
      const padding = 'x'.repeat(
        Math.max(0, DEFAULT_MAX_BODY_BYTES + 1 - Buffer.byteLength(padded(body, ''))),
      );
      return [planned(await sign(padded(body, padding), { secret: secrets, at: now }), refused)];
    },
  },
  {
    name: 'gzip',
    summary: 'compressed after signing, as by a proxy; refused',
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
 * Finds a fault by its name.
 *
 * @throws UsageError that suggests the nearest name.
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
  options: Omit<PlannedDelivery, 'headers' | 'body'>,
): PlannedDelivery {
  return { ...options, headers: Object.entries(signed.headers), body: Buffer.from(signed.body) };
}

// The event source only returns JSON objects.
function objectOf(body: string): JsonObject {
  return JSON.parse(body);
}

function padded(body: string, padding: string): string {
  return JSON.stringify({ ...objectOf(body), padding });
}
